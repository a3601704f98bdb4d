// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of whole jobs share: a cluster a class, configurations and a model a test. */
abstract class JobTest {

    static final String OURS = RescaleStateBackendFactory.class.getName();
    static final String PLAIN = "rocksdb";
    static final int MAX_PARALLELISM = 128;
    static final int KEYS = 3000;

    static LogCapture log;
    static TestCluster cluster;

    @TempDir
    Path tmp;

    Model model = new Model(KEYS, 1);
    Configuration ours;
    Configuration plain;

    @BeforeAll
    static void startCluster() throws Exception {
        assertEquals(System.getProperty("rescale.test.flink"), EnvironmentInformation.getVersion());
        log = new LogCapture();
        cluster = new TestCluster();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.close();
        log.close();
    }

    @BeforeEach
    void configure() {
        log.clear();
        ours = JobRun.config(tmp, OURS);
        plain = JobRun.config(tmp, PLAIN);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertEquals(List.of(), CheckpointFiles.directories(tmp, LocalDirectory.PREFIX));
    }

    /** Runs the job for some time, with checkpoints in between, and returns the last of them. */
    String build(Configuration config, int parallelism, int maxParallelism) throws Exception {
        return build(Job.STATES, config, parallelism, maxParallelism);
    }

    String build(Job job, Configuration config, int parallelism, int maxParallelism) throws Exception {
        String checkpoint = null;
        try (JobRun run = JobRun.start(job, cluster, config, parallelism, maxParallelism, null)) {
            for (int i = 0; i < 3; i++) {
                run.send(model.change(KEYS));
                checkpoint = run.checkpoint();
            }
        }
        return checkpoint;
    }

    /** Restores with our backend and checks that all is there. */
    void restore(String checkpoint, int parallelism, int maxParallelism) throws Exception {
        try (JobRun run = JobRun.start(cluster, ours, parallelism, maxParallelism, checkpoint)) {
            run.check(model);
        }
    }

    void assertRescaled(int subtasks) {
        assertEquals(List.of(), log.messages(Level.WARNING));
        List<String> restores = log.messages(Level.INFO);
        assertEquals(subtasks, restores.size(), restores.toString());
        restores.forEach(line -> assertTrue(line.contains("rescaled restore of"), line));
    }
}
