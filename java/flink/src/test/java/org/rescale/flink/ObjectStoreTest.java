// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With checkpoints in a store where each request costs. */
class ObjectStoreTest extends JobTest {

    private static final int GROUPS_A_ROUND = MAX_PARALLELISM / 4;

    @Test
    void eachNeededFileIsReadOnceAndTheOthersNever() throws Exception {
        // Not compacted: each round's SSTs stay, and have the key groups of one subtask of four.
        Configuration config = inStore(plain);
        config.setString("state.backend.rocksdb.compaction.style", "NONE");
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, config, 2, MAX_PARALLELISM, null)) {
            for (int round = 0; round < 4; round++) {
                int group = round * GROUPS_A_ROUND;
                run.send(model.change(KEYS / 4, model.keysOf(group, group + GROUPS_A_ROUND, MAX_PARALLELISM)));
                run.checkpoint();
            }
            checkpoint = run.checkpoint();
        }
        // Flink's own restore leaves in each of four databases what belongs to another one.
        try (JobRun run = JobRun.start(cluster, config, 4, MAX_PARALLELISM, checkpoint)) {
            run.send(model.change(1));
            checkpoint = run.checkpoint();
        }
        assertRescaled(0);
        MetricCapture.clear();
        ObjectStore.clear();
        try (JobRun run = JobRun.start(cluster, inStore(ours), 2, MAX_PARALLELISM, checkpoint)) {
            run.send(model.probes());
            assertRescaled(2); // and no warning: Flink leaves such data behind as a matter of course
            assertReadOnce(checkpoint);
            run.check(model);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void soManyFilesAreFetchedAtTheSameTime(int threads) throws Exception {
        Configuration config = inStore(ours);
        String checkpoint = build(config, 4, MAX_PARALLELISM);
        config.set(RescaleOptions.FETCH_THREADS, threads);
        ObjectStore.clear();
        try (JobRun run = JobRun.start(cluster, config, 1, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
        assertRescaled(1);
        assertEquals(threads, ObjectStore.mostAtOnce());
    }

    @Test
    void ofFilesThatAreCutOnlyWhatIsKeptIsRead() throws Exception {
        Configuration config = inStore(ours);
        config.setString("state.backend.rocksdb.writebuffer.size", "64mb");
        config.setString("state.backend.rocksdb.compression.per.level", "NO_COMPRESSION");
        model = new Model(10 * KEYS, 1);
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, config, 1, MAX_PARALLELISM, null)) {
            run.send(model.change(30 * KEYS));
            checkpoint = run.checkpoint();
        }
        Map<String, Long> ssts = CheckpointFiles.stored(checkpoint, true);
        long others = sum(CheckpointFiles.stored(checkpoint, false));
        MetricCapture.clear();
        ObjectStore.clear();
        Spans.clear();
        try (JobRun run = JobRun.start(cluster, config, 4, MAX_PARALLELISM, checkpoint)) {
            run.send(model.probes());
            assertRescaled(4);
            long all = sum(ssts);
            Map<String, Long> bytes = ObjectStore.bytes();
            bytes.keySet().retainAll(ssts.keySet());
            long read = sum(bytes);
            assertTrue(all > 6_000_000, "all: " + all);
            assertTrue(read >= all && read < 1.6 * all, read + " of " + all + " bytes, four times"); // the ends too
            // Where a flush came late, an SST may be so small that one subtask owns all of it.
            assertTrue(MetricCapture.sum("filesRewritten") >= 4, "an SST is cut for each subtask");
            assertEquals(
                    4L * ssts.size(),
                    MetricCapture.sum("filesRewritten")
                            + MetricCapture.sum("filesLinked")
                            + MetricCapture.sum("filesSkipped"));
            assertEquals(read + 4 * others, MetricCapture.sum("bytesFetched"));
            // Flink's own figures have what was done before Flink was called; a request takes 20 ms.
            Map<String, Object> flinks = Spans.await();
            assertTrue(((Number) flinks.get("maxDownloadStateDurationMs")).longValue() >= 20, flinks.toString());
            assertTrue(((Number) flinks.get("maxRestoreStateDurationMs")).longValue() >= 20, flinks.toString());
            run.check(model);
        }
    }

    private static void assertReadOnce(String checkpoint) throws Exception {
        Map<String, Long> opened = ObjectStore.opened();
        Map<String, Long> bytes = ObjectStore.bytes();
        Map<String, Long> ssts = CheckpointFiles.stored(checkpoint, true);
        Map<String, Long> needed = new TreeMap<>(ssts);
        needed.keySet().retainAll(opened.keySet());
        assertEquals(MetricCapture.sum("filesLinked") + MetricCapture.sum("filesRewritten"), needed.size());
        assertEquals(MetricCapture.sum("filesSkipped"), ssts.size() - needed.size());
        assertTrue(needed.size() < ssts.size() && needed.size() >= 4, needed.size() + " of " + ssts.size());

        Map<String, Long> fetched = CheckpointFiles.stored(checkpoint, false);
        fetched.putAll(needed);
        fetched.forEach((file, size) -> {
            assertEquals(1, opened.get(file), file);
            assertEquals(size, bytes.get(file), file);
        });
        assertEquals(fetched.size(), MetricCapture.sum("filesFetched"));
        assertEquals(sum(fetched), MetricCapture.sum("bytesFetched"));
    }

    private static long sum(Map<String, Long> files) {
        return files.values().stream().mapToLong(Long::longValue).sum();
    }

    private Configuration inStore(Configuration base) {
        Configuration config = new Configuration(base);
        config.setString("execution.checkpointing.dir", "store:" + tmp.resolve("checkpoints"));
        return config;
    }
}
