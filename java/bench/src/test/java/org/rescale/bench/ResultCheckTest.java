// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rescale.StateHandle;
import org.rocksdb.RocksDBException;

/** A strategy that is wrong in any way is refused, and the message says how. */
@Tag("rocksdb")
class ResultCheckTest {

    @TempDir
    private Path work;

    private RestoreTask task;
    private ResultCheck check;

    @BeforeEach
    void sources() throws Exception {
        task = SmallState.make(work, "4->8");
        check = new ResultCheck(task, work.resolve("restored"));
    }

    @Test
    void oneThatIsRightPasses() throws Exception {
        check.check("touched", spoiled(database -> {}));
    }

    @Test
    void oneThatLosesAnEntryIsRefused() {
        String message = refused(spoiled(database ->
                database.db().delete(database.state(), StateKeys.key(task.range().last(), 0))));
        long entries = task.range().size() * SmallState.entriesOfGroup(32);
        assertTrue(message.contains((entries - 1) + " entries"), message);
        assertTrue(message.contains(entries + " entries"), message);
        assertTrue(message.startsWith("spoiled restored 4->8 wrong"), message);
        assertTrue(message.endsWith("which the sources have in key groups " + task.range()), message);
    }

    @Test
    void oneThatChangesAValueIsRefused() {
        refused(spoiled(database ->
                database.db().put(database.state(), StateKeys.key(task.range().first(), 0), new byte[128])));
    }

    @Test
    void oneThatKeepsWhatOthersOwnIsRefused() {
        refused((task, place) -> {
            Directories.linkDatabase(task.sources().get(0).directory(), place);
            return HostDatabase.open(place, task.sstBytes());
        });
    }

    @Test
    void oneThatWritesIntoAnotherColumnFamilyIsRefused() {
        refused(spoiled(database -> database.db().put(StateKeys.key(task.range().first(), 0), new byte[1])));
    }

    @Test
    void sourcesWithoutStateAreRefused() throws Exception {
        Path empty = work.resolve("empty");
        HostDatabase.open(empty, SmallState.SST_BYTES).close();
        RestoreTask nothing = new RestoreTask(
                task.rescale(),
                List.of(new StateHandle(empty, task.sources().get(0).range())),
                task.sstBytes());
        String message = assertThrows(
                        IllegalStateException.class, () -> new ResultCheck(nothing, work.resolve("restored")))
                .getMessage();
        assertEquals("4->8: the sources were expected to have entries in key groups [0,15], none found", message);
    }

    private String refused(Strategy.Restore restore) {
        return assertThrows(WrongResultException.class, () -> check.check("spoiled", restore))
                .getMessage();
    }

    private static Strategy.Restore spoiled(Spoil spoil) {
        return (task, place) -> {
            HostDatabase database = Strategy.RESCALE.restore(task, place);
            spoil.spoil(database);
            return database;
        };
    }

    private interface Spoil {
        void spoil(HostDatabase database) throws RocksDBException;
    }
}
