// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rescale.StateHandle;

@Tag("rocksdb")
class SourceStateTest {

    @TempDir
    private Path work;

    @Test
    void isMadeOnceAndShared() throws Exception {
        RestoreTask task = SmallState.make(work, "4->2");
        List<Path> made = Directories.files(task.sources().get(0).directory());
        Object first = Files.readAttributes(made.get(0), "fileKey").get("fileKey");
        RestoreTask again = SmallState.make(work, "4->8");
        assertEquals(task.sources().get(0), again.sources().get(0));
        assertEquals(first, Files.readAttributes(made.get(0), "fileKey").get("fileKey"));
        assertEquals(
                again.sources(), SmallState.in(work).find(RescaleCase.parse("4->8")).sources());
    }

    @Test
    void hasSeveralSsts() throws Exception {
        for (StateHandle source : SmallState.make(work, "4->2").sources()) {
            long ssts = Directories.files(source.directory()).stream()
                    .filter(Directories::isSst)
                    .count();
            assertTrue(ssts > 3, source.directory() + " has " + ssts + " SSTs");
        }
    }

    @Test
    void isTheSameWhereverItIsMade() throws Exception {
        StateDigest one =
                StateDigest.ofSources(SmallState.make(work.resolve("a"), "4->2"), work.resolve("linked"));
        StateDigest other =
                StateDigest.ofSources(SmallState.make(work.resolve("b"), "4->2"), work.resolve("linked"));
        assertEquals(one, other);
    }

    @Test
    void whatIsLeftOfAKilledRunIsReplaced() throws Exception {
        Path source = SmallState.make(work, "4->2").sources().get(0).directory();
        Files.move(source, Directories.beside(source, ".tmp"));
        Files.createDirectories(Directories.beside(source, ".live"));
        Files.writeString(Directories.beside(source, ".live").resolve("CURRENT"), "half");
        RestoreTask task = SmallState.make(work, "4->2");
        assertEquals(
                64 * SmallState.entriesOfGroup(32),
                StateDigest.ofSources(task, work.resolve("linked")).entries());
    }

    @Test
    void isMissedWhenItWasNotMade() {
        String message = assertThrows(
                        IllegalStateException.class, () -> SmallState.in(work).find(RescaleCase.parse("4->2")))
                .getMessage();
        assertTrue(message.contains("of-4/0: the checkpoint of an old task was expected, nothing found"), message);
    }

    @Test
    void hasASize() {
        assertThrows(IllegalArgumentException.class, () -> new SourceState(work, 0, SmallState.SST_BYTES));
    }
}
