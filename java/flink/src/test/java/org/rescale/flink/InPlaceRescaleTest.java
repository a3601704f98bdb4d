// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Flink's adaptive scheduler changes the parallelism of a running job. */
class InPlaceRescaleTest {

    private static final int KEYS = 2000;

    @TempDir
    private Path tmp;

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void aRunningJobGrows() throws Exception {
        Model model = new Model(KEYS, 2);
        Configuration config = JobRun.config(tmp, RescaleStateBackendFactory.class.getName());
        try (LogCapture log = new LogCapture();
                TestCluster cluster = TestCluster.adaptive(2, config)) {
            try (JobRun run = JobRun.start(cluster, config, 4, 128, null)) {
                run.send(model.change(KEYS * 2));
                run.checkpoint();
                cluster.grow();
                awaitRescaled(log);
                run.send(model.change(KEYS));
                run.checkpoint();
                run.check(model);
            }
            assertEquals(3, log.messages(Level.INFO).size(), log.messages(Level.INFO).toString());
        }
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void withLocalRecoveryTheFilesOfThisMachineAreLinked() throws Exception {
        Model model = new Model(KEYS, 2);
        Configuration config = JobRun.config(tmp, RescaleStateBackendFactory.class.getName());
        config.setString("execution.state-recovery.from-local", "true");
        config.setString("execution.checkpointing.local-backup.enabled", "true");
        config.setString("state.backend.rocksdb.compaction.style", "NONE"); // or what is linked may be gone
        String checkpoint;
        try (LogCapture log = new LogCapture();
                TestCluster cluster = TestCluster.adaptive(2, config)) {
            try (JobRun run = JobRun.start(cluster, config, 4, 128, null)) {
                // Files with few key groups: some are whole in the ranges of three subtasks.
                for (int group = 0; group < 128; group += 16) {
                    run.send(model.change(KEYS / 8, model.keysOf(group, group + 16, 128)));
                    run.checkpoint();
                }
                Set<String> before = CheckpointFiles.stored(run.checkpoint(), true).keySet();
                cluster.grow();
                awaitRescaled(log);
                run.send(model.change(100));
                checkpoint = run.checkpoint();
                Set<String> common = new TreeSet<>(CheckpointFiles.stored(checkpoint, true).keySet());
                common.retainAll(before);
                // All but the two eighths that new borders cut: those that came from this machine too.
                assertTrue(common.size() >= before.size() * 3 / 4, common.size() + " of " + before.size());
            }
            assertLocalSourcesWereLinked(log.messages(Level.INFO));
        }
        try (LogCapture log = new LogCapture();
                TestCluster cluster = new TestCluster()) {
            config.setString("state.backend.type", "rocksdb");
            try (JobRun run = JobRun.start(cluster, config, 3, 128, checkpoint)) {
                run.check(model); // what was re-used is what it should be
            }
            assertEquals(List.of(), log.messages(Level.INFO));
        }
    }

    private static void awaitRescaled(LogCapture log) throws Exception {
        while (log.messages(Level.INFO).size() < 3) {
            assertEquals(List.of(), log.messages(Level.WARNING));
            Thread.sleep(10);
        }
    }

    /** Of one subtask at least, whose source was the one that it had written. */
    static void assertLocalSourcesWereLinked(List<String> restores) {
        long linked = restores.stream()
                .filter(line -> line.contains("from 1 handles, 1 of them local"))
                .peek(line -> assertTrue(line.contains("fetched 0 (0 bytes)") && !line.contains("linked 0 "), line))
                .count();
        assertTrue(linked > 0, restores.toString());
    }
}
