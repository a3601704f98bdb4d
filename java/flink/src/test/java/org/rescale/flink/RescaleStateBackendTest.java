// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs are rescaled, and have every state and every timer afterwards. */
class RescaleStateBackendTest extends JobTest {

    private static final int RARE_KEYS = 10;

    @ParameterizedTest
    @CsvSource({"4, 2, 128", "4, 3, 128", "4, 6, 128", "1, 2, 128", "2, 1, 128", "4, 3, 1000", "4, 3, 32768"})
    void aCheckpointIsRestoredAtAnotherParallelism(int from, int to, int maxParallelism) throws Exception {
        restore(build(ours, from, maxParallelism), to, maxParallelism);
        assertRescaled(to);
    }

    @Test
    void aChainOfRescalesIsRestoredByPlainRocksDb() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        for (int parallelism : new int[] {2, 4, 8, 3}) {
            log.clear();
            try (JobRun run = JobRun.start(cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
                run.send(model.change(KEYS / 2));
                checkpoint = run.checkpoint();
            }
            assertRescaled(parallelism);
        }
        log.clear();
        for (int parallelism : new int[] {6, 2}) {
            Configuration config = new Configuration(plain);
            config.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
            try (JobRun run = JobRun.start(cluster, config, parallelism, MAX_PARALLELISM, checkpoint)) {
                run.check(model);
            }
        }
        assertRescaled(0);
    }

    @Test
    void aCheckpointOfPlainRocksDbIsRescaled() throws Exception {
        restore(build(plain, 4, MAX_PARALLELISM), 2, MAX_PARALLELISM);
        assertRescaled(2);
    }

    @Test
    void theFirstCheckpointUploadsOnlyWhatWasRewritten() throws Exception {
        model = new Model(KEYS * 10, 1);
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, ours, 4, MAX_PARALLELISM, null)) {
            run.send(model.change(KEYS * 20));
            checkpoint = run.checkpoint();
        }
        // Or what RocksDB compacts until then would be uploaded as well: more, or less, as time permits.
        ours.setString("state.backend.rocksdb.compaction.style", "NONE");
        try (JobRun run = JobRun.start(cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            run.send(model.change(1));
            checkpoint = run.checkpoint();
            CompletedCheckpointStats stats = run.lastCheckpoint();
            assertTrue(stats.getStateSize() > 3_000_000, "all: " + stats.getStateSize());
            assertTrue(
                    run.uploadedBytes() < stats.getStateSize() / 10,
                    run.uploadedBytes() + " of " + stats.getStateSize() + " bytes uploaded");
        }
        try (JobRun run = JobRun.start(cluster, plain, 2, MAX_PARALLELISM, checkpoint)) {
            run.check(model); // what was re-used is what it should be
        }
    }

    @ParameterizedTest
    @CsvSource({"NATIVE, 3", "CANONICAL, 0"})
    void aSavepointIsRestored(SavepointFormatType format, int rescaled) throws Exception {
        String savepoint;
        try (JobRun run = JobRun.start(cluster, ours, 4, MAX_PARALLELISM, null)) {
            run.send(model.change(KEYS * 2));
            savepoint = run.savepoint(tmp.resolve("savepoints"), format);
        }
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, ours, 3, MAX_PARALLELISM, savepoint)) {
            run.send(model.change(100));
            checkpoint = run.checkpoint();
        }
        assertRescaled(rescaled);
        try (JobRun run = JobRun.start(cluster, plain, 3, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
    }

    @Test
    void aCheckpointOfMergedFilesIsRestored() throws Exception {
        ours.setString("execution.checkpointing.file-merging.enabled", "true");
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        try (JobRun run = JobRun.start(cluster, ours, 3, MAX_PARALLELISM, checkpoint)) {
            run.send(model.change(100));
            checkpoint = run.checkpoint();
        }
        assertRescaled(3);
        try (JobRun run = JobRun.start(cluster, plain, 3, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
    }

    @Test
    void statesThatOnlySomeSubtasksHaveAreAllThere() throws Exception {
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, ours, 4, MAX_PARALLELISM, null)) {
            run.send(rare(0, RARE_KEYS, 10));
            checkpoint = run.checkpoint();
        }
        for (String backend : List.of(OURS, PLAIN)) {
            Configuration config = JobRun.config(tmp, backend);
            try (JobRun run = JobRun.start(cluster, config, 2, MAX_PARALLELISM, checkpoint)) {
                run.send(rare(0, RARE_KEYS, backend.equals(OURS) ? 20 : 30));
                String expected = backend.equals(OURS) ? "1" : "2";
                for (int key = 0; key < RARE_KEYS; key++) {
                    assertEquals(expected + key, StateFunction.PROBED.get(key));
                }
                checkpoint = run.checkpoint();
            }
        }
        assertRescaled(2);
    }

    @Test
    void statesComeAndGo() throws Exception {
        String checkpoint = null;
        // Each run uses some states of before, adds others, and leaves the rest alone.
        int[][] runs = {{4, 0, 10}, {2, 5, 15}, {3, 8, 20}};
        for (int i = 0; i < runs.length; i++) {
            try (JobRun run = JobRun.start(cluster, ours, runs[i][0], MAX_PARALLELISM, checkpoint)) {
                run.send(rare(runs[i][1], runs[i][2], 100 * (i + 1)));
                checkpoint = run.checkpoint();
            }
        }
        assertRescaled(5);
        try (JobRun run = JobRun.start(cluster, ours, 1, MAX_PARALLELISM, checkpoint)) {
            run.send(rare(0, 20, 0));
        }
        for (int key = 0; key < 20; key++) {
            int last = key < 5 ? 100 : key < 8 ? 200 : 300;
            assertEquals(String.valueOf(last + key), StateFunction.PROBED.get(key));
        }
        assertRescaled(6);
    }

    @Test
    void theSameParallelismIsLeftToFlink() throws Exception {
        restore(build(ours, 3, MAX_PARALLELISM), 3, MAX_PARALLELISM);
        assertRescaled(0);
    }

    @Test
    void aDamagedFileFallsBack() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        CheckpointFiles.damageOptions(checkpoint);
        restore(checkpoint, 2, MAX_PARALLELISM);
        assertEquals(List.of(), log.messages(Level.INFO));
        assertEquals(2, log.messages(Level.WARNING).size());
        String warning = log.messages(Level.WARNING).get(0);
        assertTrue(warning.contains("OPTIONS") && warning.contains("Flink restores"), warning);
    }

    @Test
    void aDamagedFileFailsTheTaskIfSoConfigured() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        CheckpointFiles.damageOptions(checkpoint);
        ours.setString(RescaleOptions.ON_FAILURE.key(), "fail");
        try (JobRun run = JobRun.start(cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            Exception e = assertThrows(Exception.class, () -> run.send(model.probes()));
            assertTrue(
                    ExceptionUtils.findThrowableWithMessage(e, RescaleOptions.ON_FAILURE.key())
                            .isPresent(),
                    e.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"fallback", "fail"})
    void aMissingSstFailsTheTask(String onFailure) throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        for (Path file : CheckpointFiles.ssts(checkpoint)) {
            Files.delete(file);
        }
        ours.setString(RescaleOptions.ON_FAILURE.key(), onFailure);
        try (JobRun run = JobRun.start(cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            Exception e = assertThrows(Exception.class, () -> run.send(model.probes()));
            boolean oursFailed = ExceptionUtils.findThrowableWithMessage(e, RescaleOptions.ON_FAILURE.key())
                    .isPresent();
            assertEquals(onFailure.equals("fail"), oursFailed, e.toString());
        }
        if (onFailure.equals("fallback")) {
            String warning = log.messages(Level.WARNING).get(0);
            assertTrue(warning.contains(".sst cannot be fetched"), warning);
        }
    }

    @Test
    void aTruncatedSstIsNoticed() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        for (Path file : CheckpointFiles.ssts(checkpoint)) {
            Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) - 1));
        }
        ours.setString(RescaleOptions.ON_FAILURE.key(), "fail");
        try (JobRun run = JobRun.start(cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            Exception e = assertThrows(Exception.class, () -> run.send(model.probes()));
            assertTrue(
                    ExceptionUtils.findThrowableWithMessage(e, "bytes instead of")
                            .isPresent(),
                    e.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({SlowFileSystem.FETCHING + ", 2", SlowFileSystem.CUTTING + ", 3"})
    void aJobThatIsCancelledWhileItReadsLeavesNothing(String threads, int parallelism) throws Exception {
        ours.setString("execution.checkpointing.dir", "slow:" + tmp.resolve("checkpoints"));
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        SlowFileSystem.hangingThreads = threads;
        SlowFileSystem.hanging = new CountDownLatch(1);
        try (JobRun run = JobRun.start(cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
            assertTrue(SlowFileSystem.hanging.await(30, TimeUnit.SECONDS));
            long start = System.nanoTime();
            run.close();
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10));
        } finally {
            SlowFileSystem.hanging = null;
        }
        assertRescaled(0); // and no warning: to be cancelled is no failure
        restore(checkpoint, parallelism, MAX_PARALLELISM);
        assertRescaled(parallelism);
    }

    private static List<Event> rare(int from, int to, long number) {
        return IntStream.range(from, to)
                .mapToObj(key -> new Event(Event.Kind.RARE, key, number + key))
                .collect(Collectors.toList());
    }
}
