// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rescale.KeyGroupRange;
import org.rescale.StateHandle;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;

/** Every strategy restores exactly what the sources have of the task's key groups, and leaves the sources alone. */
@Tag("rocksdb")
class StrategyTest {

    @TempDir
    private Path work;

    /** In the last one, more than three quarters of a source are kept, but not all. */
    @ParameterizedTest
    @ValueSource(strings = {"4->2", "4->8", "4->6", "4->3", "1->1", "8->9"})
    void restoresWhatTheSourcesHave(String text) throws Exception {
        RestoreTask task = SmallState.make(work, text);
        List<String> before = filesOf(task.sources());
        ResultCheck check = new ResultCheck(task, work.resolve("restored"));
        long entries = 0;
        for (StateHandle source : task.sources()) {
            entries += task.partOf(source).size()
                    * SmallState.entriesOfGroup(source.range().size());
        }
        assertEquals(entries, check.expected().entries());
        for (Strategy strategy : Strategy.values()) {
            check.check(strategy.benchmark(), strategy::restore);
        }
        assertEquals(before, filesOf(task.sources()));
    }

    @ParameterizedTest
    @EnumSource
    void servesAGetRightAway(Strategy strategy) throws Exception {
        RestoreTask task = SmallState.make(work, "4->6");
        byte[] key = StateKeys.key(task.range().last(), 0);
        byte[] expected;
        Path linked = work.resolve("linked");
        Directories.linkDatabase(task.sources().get(1).directory(), linked);
        try (HostDatabase source = HostDatabase.open(linked, task.sstBytes())) {
            expected = source.db().get(source.state(), key);
        }
        try (HostDatabase database = strategy.restore(task, work.resolve("restored"))) {
            assertArrayEquals(expected, database.db().get(database.state(), key));
        }
    }

    /** Flink's own restores leave keys of others under a range tombstone; RocksDB imports no files that overlap so. */
    @ParameterizedTest
    @EnumSource
    void leavesOutWhatSourcesDoNotOwn(Strategy strategy) throws Exception {
        RestoreTask task = SmallState.make(work, "4->2");
        StateHandle first = withOthersKeys(task.sources().get(0));
        RestoreTask leftovers = new RestoreTask(
                task.rescale(), List.of(first, task.sources().get(1)), task.sstBytes());
        ResultCheck check = new ResultCheck(leftovers, work.resolve("restored"));
        assertEquals(64 * SmallState.entriesOfGroup(32), check.expected().entries());
        check.check(strategy.benchmark(), strategy::restore);
    }

    private StateHandle withOthersKeys(StateHandle source) throws Exception {
        KeyGroupRange others = KeyGroupRange.of(source.range().last() + 1, source.range().last() + 20);
        Path live = work.resolve("live");
        Path checkpoint = work.resolve("with-others-keys");
        Directories.linkDatabase(source.directory(), live);
        try (HostDatabase database = HostDatabase.open(live, SmallState.SST_BYTES);
                FlushOptions flush = new FlushOptions();
                Checkpoint made = Checkpoint.create(database.db())) {
            database.db().put(database.state(), StateKeys.key(others.last(), 0), new byte[1]);
            database.db().flush(flush, database.state());
            database.db().deleteRange(database.state(), StateKeys.begin(others), StateKeys.end(others));
            database.db().flush(flush, database.state());
            made.createCheckpoint(checkpoint.toString());
        }
        return new StateHandle(checkpoint, source.range());
    }

    /** The first of the tasks with the most sources never begins inside of a source that it keeps most of. */
    @Test
    void rangeTombstonesLieOnBothSides() throws Exception {
        StateHandle source = SmallState.make(work, "4->2").sources().get(1);
        Path linked = work.resolve("linked");
        Directories.linkDatabase(source.directory(), linked);
        try (HostDatabase database = HostDatabase.open(linked, SmallState.SST_BYTES)) {
            CopyingRestore.deleteOutside(KeyGroupRange.of(40, 59), source.range(), database);
            assertEquals(
                    20 * SmallState.entriesOfGroup(32), StateDigest.of(database).entries());
            for (int group : new int[] {39, 60}) {
                assertNull(database.db().get(database.state(), StateKeys.key(group, 0)));
            }
        }
    }

    private static List<String> filesOf(List<StateHandle> sources) throws Exception {
        List<String> files = new ArrayList<>();
        for (StateHandle source : sources) {
            for (Path file : Directories.files(source.directory())) {
                files.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return files;
    }
}
