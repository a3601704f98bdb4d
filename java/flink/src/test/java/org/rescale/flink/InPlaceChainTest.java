// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running job changes its parallelism again and again, and uploads what that rewrote, and no more. */
class InPlaceChainTest {

    private static final int KEYS = 10_000;
    /** A few changes of the keys of one key group: a small file for each state and timer service of one subtask. */
    private static final long FLUSHED = 32_000;

    @TempDir
    private Path tmp;

    private final Model model = new Model(KEYS, 3);
    private Map<String, Long> stored;

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void uploadsOnlyWhatWasRewritten() throws Exception {
        Configuration config = JobRun.config(tmp, RescaleStateBackendFactory.class.getName());
        config.setString("state.backend.rocksdb.compaction.style", "NONE"); // it would write files as time permits
        String checkpoint;
        try (LogCapture log = new LogCapture();
                TestCluster cluster = TestCluster.adaptive(config);
                JobRun run = JobRun.start(cluster, config, 4, 128, null)) {
            checkpoint = build(run);
            stored = CheckpointFiles.stored(checkpoint, true);
            for (int parallelism : new int[] {2, 4, 8, 3}) {
                checkpoint = rescale(run, log, parallelism);
            }
            run.check(model);
        }
        try (TestCluster cluster = new TestCluster()) {
            config.setString("state.backend.type", "rocksdb");
            try (JobRun run = JobRun.start(cluster, config, 2, 128, checkpoint)) {
                run.check(model);
            }
        }
    }

    /** Files of all key groups that a subtask has, and files of those that one of eight subtasks has. */
    private String build(JobRun run) throws Exception {
        run.send(model.change(KEYS));
        String checkpoint = run.checkpoint();
        for (int group = 0; group < 128; group += 16) {
            run.send(model.change(KEYS / 8, model.keysOf(group, group + 16, 128)));
            checkpoint = run.checkpoint();
        }
        return checkpoint;
    }

    /** Rescales, changes a little, and checks what the checkpoint after it has that the one before had not. */
    private String rescale(JobRun run, LogCapture log, int parallelism) throws Exception {
        log.clear();
        MetricCapture.clear();
        run.rescale(parallelism);
        run.await(() -> log.messages(Level.INFO).size() >= parallelism, "not all subtasks are restored");
        run.send(model.change(20, model.keysOf(0, 1, 128)));
        String checkpoint = run.checkpoint();
        assertEquals(List.of(), log.messages(Level.WARNING));
        assertEquals(parallelism, log.messages(Level.INFO).size());
        long rewritten = MetricCapture.sum("bytesRewritten");
        // By the files' names, as Flink 2.3 takes another checkpoint after a rescale by itself.
        Map<String, Long> uploads = CheckpointFiles.stored(checkpoint, true);
        uploads.keySet().removeAll(stored.keySet());
        stored = CheckpointFiles.stored(checkpoint, true);
        long all = bytes(stored);
        long uploaded = bytes(uploads);
        String what = uploaded + " of " + all + " bytes uploaded, " + rewritten + " rewritten";
        assertTrue(rewritten <= uploaded && uploaded <= rewritten + FLUSHED, what);
        assertTrue(rewritten + FLUSHED < all * 2 / 3, what); // which a restore without reuse would upload
        return checkpoint;
    }

    private static long bytes(Map<String, Long> files) {
        return files.values().stream().mapToLong(Long::longValue).sum();
    }
}
