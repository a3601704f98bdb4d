// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.changelog.ChangelogStateBackendHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With settings of Flink that touch keyed state. */
class SettingsTest extends JobTest {

    @Test
    void timersOnTheHeap() throws Exception {
        ours.setString("state.backend.rocksdb.timer-service.factory", "HEAP");
        rescaleTwice();
    }

    @Test
    void twoLocalDirectories() throws Exception {
        String both = tmp.resolve("first") + "," + tmp.resolve("second");
        ours.setString("state.backend.rocksdb.localdir", both);
        rescaleTwice();
        assertTrue(Files.exists(tmp.resolve("first")) && Files.exists(tmp.resolve("second")));
    }

    @Test
    void aRetainedCheckpointWithLocalRecovery() throws Exception {
        ours.setString("execution.state-recovery.from-local", "true");
        ours.setString("execution.checkpointing.local-backup.enabled", "true");
        rescaleTwice();
    }

    @Test
    void smallFilesInTheMetadata() throws Exception {
        ours.setString("execution.checkpointing.data-inline-threshold", "1mb");
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        IncrementalRemoteKeyedStateHandle handle = (IncrementalRemoteKeyedStateHandle)
                CheckpointFiles.keyedState(checkpoint).get(0);
        // Flink 1 has only the cluster's threshold, which is 0.
        Class<?> expected = EnvironmentInformation.getVersion().startsWith("1.")
                ? FileStateHandle.class
                : ByteStreamStateHandle.class;
        handle.getSharedState().forEach(file -> assertEquals(expected, file.getHandle().getClass()));
        rescaleTwice(checkpoint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "filesystem"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void theChangelogOverOurs(String storage) throws Exception {
        Path changes = tmp.resolve("changes");
        ours.setString("state.changelog.enabled", "true");
        ours.setString("state.changelog.storage", storage);
        ours.setString("dstl.dfs.base-path", changes.toUri().toString());
        ours.setString("state.changelog.periodic-materialize.interval", "300ms");
        try (TestCluster own = TestCluster.of(ours)) { // the storage is that of the cluster
            String checkpoint = null;
            for (int parallelism : new int[] {4, 2, 3}) {
                try (JobRun run = JobRun.start(own, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
                    checkpoint = changeAndMaterialize(run, parallelism);
                }
            }
            assertRescaled(5);
            assertEquals(storage.equals("filesystem"), Files.exists(changes));
            try (JobRun run = JobRun.start(own, ours, 2, MAX_PARALLELISM, checkpoint)) {
                run.check(model);
            }
            assertRescaled(7);
        }
    }

    /** Changes that live through two rescales are applied twice by Flink, to plain RocksDB too. */
    private String changeAndMaterialize(JobRun run, int parallelism) throws Exception {
        Map<KeyGroupRange, Long> restored = materializations(run.checkpoint());
        run.send(model.change(KEYS));
        Map<KeyGroupRange, Long> now;
        do {
            now = materializations(run.checkpoint());
        } while (now.size() < parallelism
                || now.entrySet().stream()
                        .anyMatch(one -> one.getValue() <= restored.getOrDefault(one.getKey(), -1L)));
        run.send(model.change(100)); // these are changes on top
        return run.checkpoint();
    }

    private void rescaleTwice() throws Exception {
        rescaleTwice(build(ours, 4, MAX_PARALLELISM));
    }

    /** From four to two subtasks, whose checkpoint is restored by plain RocksDB too, and to three. */
    private void rescaleTwice(String checkpoint) throws Exception {
        try (JobRun run = JobRun.start(cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            run.send(model.change(KEYS));
            checkpoint = run.checkpoint();
        }
        assertRescaled(2);
        Configuration config = new Configuration(ours);
        config.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
        config.setString("state.backend.type", PLAIN);
        try (JobRun run = JobRun.start(cluster, config, 2, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
        restore(checkpoint, 3, MAX_PARALLELISM);
        assertRescaled(5);
    }

    /** The number of what each subtask has materialized last; -1 is nothing yet. */
    private static Map<KeyGroupRange, Long> materializations(String checkpoint) throws IOException {
        return CheckpointFiles.keyedState(checkpoint).stream()
                .map(handle -> (ChangelogStateBackendHandle) handle)
                .collect(Collectors.toMap(
                        KeyedStateHandle::getKeyGroupRange,
                        handle -> handle.getMaterializedStateHandles().isEmpty()
                                ? -1
                                : handle.getMaterializationID()));
    }
}
