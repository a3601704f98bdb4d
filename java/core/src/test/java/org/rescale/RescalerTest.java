// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("rocksdb")
class RescalerTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"128,4,6", "128,4,2", "128,4,1", "128,1,4", "1000,4,3", "5,5,2"})
    void everySubtaskHoldsExactlyItsKeys(int maxParallelism, int oldParallelism, int newParallelism) throws Exception {
        TestJob job = new TestJob(directory.resolve("old"), maxParallelism, oldParallelism)
                .size(Math.max(4, 4000 / maxParallelism), 60)
                .run();
        Rescaler rescaler = Rescaler.builder(maxParallelism).deepVerify(true).build();
        List<RescaledDb> targets = rescaler.run(job.handles(), newParallelism, directory.resolve("new"));

        assertEquals(newParallelism, targets.size());
        for (int subtask = 0; subtask < newParallelism; subtask++) {
            RescaledDb target = targets.get(subtask);
            KeyGroupRange range = KeyGroupRange.ofSubtask(maxParallelism, newParallelism, subtask);
            assertEquals(subtask, target.subtask());
            assertEquals(range, target.range().orElseThrow());
            assertEquals(directory.resolve("new/" + subtask), target.directory());
            assertEquals(new HashSet<>(TestJob.FAMILIES), new HashSet<>(target.columnFamilies()));
            rescaler.verify(target.directory(), range, job.handles());
            Contents.check(target.directory(), job, range);
        }
    }

    @Test
    void oneSubtaskIsMadeOfTheHandlesThatOverlapIt() throws Exception {
        TestJob job = new TestJob(directory.resolve("old"), 128, 4).run();
        KeyGroupRange range = KeyGroupRange.ofSubtask(128, 6, 2); // [43,63], all of old subtask 1's
        Rescaler rescaler = Rescaler.builder(128).build();
        RescaledDb target = rescaler.run(job.handles().subList(1, 2), 6, 2, directory.resolve("new"));
        Contents.check(target.directory(), job, range);
    }

    @Test
    void identicalFilesAreThose() throws Exception {
        TestJob job = new TestJob(directory.resolve("old"), 128, 4).run();
        for (RescaledDb target : Rescaler.builder(128).build().run(job.handles(), 3, directory.resolve("new"))) {
            Map<SourceFile, String> identical = target.identicalFiles();
            assertEquals(target.report().filesLinked(), identical.size());
            assertFalse(identical.isEmpty());
            assertEquals(identical.size(), new HashSet<>(identical.values()).size());
            identical.forEach((source, name) -> assertSameInode(
                    job.handles().get(source.source()).directory().resolve(source.fileName()),
                    target.directory().resolve(name)));

            assertTrue(target.report().filesTrimmed() > 0);
            assertEquals(filesIn(target.directory()), target.files().size());
            assertEquals(
                    filesIn(target.directory()),
                    identical.size() + target.report().filesTrimmed() - target.report().filesDroppedEmpty());
            for (RescaledFile file : target.files()) {
                assertEquals(file.identical(), identical.containsKey(file.source()));
                assertEquals(Files.size(target.directory().resolve(file.fileName())), file.sizeBytes());
            }
        }
    }

    @Test
    void copiesInsteadOfLinks() throws Exception {
        TestJob job = new TestJob(directory.resolve("old"), 128, 2).run();
        RescaledDb target =
                Rescaler.builder(128).copy(true).build().run(job.handles(), 1, directory.resolve("new")).get(0);
        assertEquals(0, target.report().filesLinked());
        assertTrue(target.report().bytesCopied() > 0);
        for (Map.Entry<SourceFile, String> file : target.identicalFiles().entrySet()) {
            Path source = job.handles().get(file.getKey().source()).directory().resolve(file.getKey().fileName());
            assertArrayEquals(
                    Files.readAllBytes(source), Files.readAllBytes(target.directory().resolve(file.getValue())));
        }
        Contents.check(target.directory(), job, KeyGroupRange.all(128));
    }

    @Test
    void clipAndIngestTakeApartAndPutTogether() throws Exception {
        TestJob job = new TestJob(directory.resolve("old"), 128, 1).run();
        Rescaler rescaler = Rescaler.builder(128).build();
        StateHandle whole = job.handles().get(0);
        RescaledDb low = rescaler.clip(whole, KeyGroupRange.of(0, 40), directory.resolve("low"));
        RescaledDb high = rescaler.clip(whole, KeyGroupRange.of(41, 127), directory.resolve("high"));
        assertEquals(KeyGroupRange.of(41, 127), high.range().orElseThrow());
        Contents.check(low.directory(), job, KeyGroupRange.of(0, 40));

        RescaledDb merged =
                rescaler.ingest(List.of(low.directory(), high.directory()), directory.resolve("merged"));
        assertTrue(merged.range().isEmpty());
        Contents.check(merged.directory(), job, KeyGroupRange.all(128));
        assertEquals(merged.files().size(), rescaler.verify(merged.directory()).files());
    }

    @Test
    void pathsOfAnyCharacters() throws Exception {
        TestJob job = new TestJob(directory.resolve("old"), 16, 1).run();
        Path odd = Files.createDirectory(directory.resolve("é 日本 \uD83D\uDE00 %20"));
        Path source = Files.move(job.handles().get(0).directory(), odd.resolve("0"));
        Rescaler rescaler = Rescaler.builder(16).build();
        RescaledDb target = rescaler.run(
                List.of(new StateHandle(source, KeyGroupRange.all(16))), 1, 0, odd.resolve("new"));
        assertEquals(odd.resolve("new/0"), target.directory());
        // RocksDB's own Java cannot open every such path.
        Contents.check(Files.move(target.directory(), directory.resolve("plain")), job, KeyGroupRange.all(16));
    }

    private static long filesIn(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".sst")).collect(Collectors.counting());
        }
    }

    private static void assertSameInode(Path a, Path b) {
        try {
            assertTrue(Files.isSameFile(a, b), () -> a + " and " + b + " are two files");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
