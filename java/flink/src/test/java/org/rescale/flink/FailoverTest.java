// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that fail and go on with their last checkpoint, before and after rescales. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FailoverTest {

    private static final Job FAILING = Job.keyed(new FailingFunction());
    private static final int KEYS = 2000;

    @TempDir
    private Path tmp;

    private final Model model = new Model(KEYS, 4);
    private final LogCapture log = new LogCapture();
    private Configuration config;

    @BeforeEach
    void configure() {
        FailingFunction.reset();
        config = JobRun.config(tmp, RescaleStateBackendFactory.class.getName());
        config.setString("restart-strategy.type", "fixed-delay");
        config.setString("restart-strategy.fixed-delay.attempts", "1");
        config.setString("restart-strategy.fixed-delay.delay", "10ms");
    }

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void aTaskFailsAfterARescale(boolean checkpointed, boolean localRecovery) throws Exception {
        recoverLocally(localRecovery);
        try (TestCluster cluster = TestCluster.of(config)) {
            String checkpoint;
            try (JobRun run = JobRun.start(FAILING, cluster, config, 4, 128, null)) {
                run.send(model.change(KEYS));
                checkpoint = run.checkpoint();
            }
            FailingFunction.reset();
            try (JobRun run = JobRun.start(FAILING, cluster, config, 2, 128, checkpoint)) {
                awaitOpened(run, 2);
                if (checkpointed) {
                    run.send(model.change(KEYS));
                    run.checkpoint();
                }
                FailingFunction.fail();
                awaitOpened(run, 4);
                run.check(model);
            }
        }
        assertRescaled(checkpointed ? 2 : 4); // with a checkpoint of its own, it is the same parallelism
    }

    @Test
    void afterAFailureTheFilesOfThisMachineAreLinked() throws Exception {
        recoverLocally(true);
        config.setString("state.backend.rocksdb.compaction.style", "NONE"); // or what is linked may be gone
        String checkpoint;
        try (TestCluster cluster = TestCluster.adaptive(config);
                JobRun run = JobRun.start(FAILING, cluster, config, 2, 128, null)) {
            Set<String> before = CheckpointFiles.stored(build(run), true).keySet();
            FailingFunction.fail();
            awaitOpened(run, 4);
            // What the subtasks keep names the files of before by placeholders.
            run.send(model.change(100));
            Set<String> after = CheckpointFiles.stored(run.checkpoint(), true).keySet();
            assertTrue(after.containsAll(before));
            run.rescale(3);
            awaitOpened(run, 7);
            InPlaceRescaleTest.assertLocalSourcesWereLinked(log.messages(Level.INFO));
            run.send(model.change(100));
            checkpoint = run.checkpoint();
            Set<String> common = new TreeSet<>(CheckpointFiles.stored(checkpoint, true).keySet());
            common.retainAll(before);
            // All but the two eighths that new borders cut: those that came from this machine too.
            assertTrue(common.size() >= before.size() * 3 / 4, common.size() + " of " + before.size());
        }
        assertRescaled(3);
        checkWithPlainRocksDb(checkpoint);
    }

    @Test
    void anotherJobManagerTakesOver() throws Exception {
        recoverLocally(true);
        String checkpoint;
        try (TestCluster cluster = TestCluster.adaptive(config);
                JobRun run = JobRun.start(FAILING, cluster, config, 4, 128, null)) {
            build(run);
            run.rescale(2);
            awaitOpened(run, 6);
            run.send(model.change(KEYS));
            run.checkpoint();
            assertRescaled(2);
            run.replaceJobManager();
            awaitOpened(run, 10); // it knows nothing but the job: four again
            assertRescaled(6);
            run.send(model.change(KEYS));
            run.checkpoint();
            run.rescale(3);
            awaitOpened(run, 13);
            assertRescaled(9);
            // Of what the subtasks kept since then, some is where it is needed.
            List<String> last = log.messages(Level.INFO).subList(6, 9);
            assertFalse(last.stream().allMatch(line -> line.contains(" 0 of them local")), last.toString());
            run.send(model.change(KEYS));
            checkpoint = run.checkpoint();
        }
        checkWithPlainRocksDb(checkpoint);
    }

    private void recoverLocally(boolean on) {
        config.setString("execution.state-recovery.from-local", String.valueOf(on));
        config.setString("execution.checkpointing.local-backup.enabled", String.valueOf(on));
    }

    /** Files with few key groups: some are whole in the ranges of three subtasks. */
    private String build(JobRun run) throws Exception {
        String checkpoint = null;
        for (int group = 0; group < 128; group += 16) {
            run.send(model.change(KEYS / 8, model.keysOf(group, group + 16, 128)));
            checkpoint = run.checkpoint();
        }
        return checkpoint;
    }

    private static void awaitOpened(JobRun run, int subtasks) throws Exception {
        run.await(() -> FailingFunction.OPENED.get() >= subtasks, "not all subtasks run");
        assertEquals(subtasks, FailingFunction.OPENED.get());
    }

    private void assertRescaled(int subtasks) {
        assertEquals(List.of(), log.messages(Level.WARNING));
        List<String> restores = log.messages(Level.INFO);
        assertEquals(subtasks, restores.size(), restores.toString());
    }

    private void checkWithPlainRocksDb(String checkpoint) throws Exception {
        config.setString("state.backend.type", "rocksdb");
        try (TestCluster cluster = new TestCluster();
                JobRun run = JobRun.start(FAILING, cluster, config, 3, 128, checkpoint)) {
            run.check(model);
        }
    }
}
