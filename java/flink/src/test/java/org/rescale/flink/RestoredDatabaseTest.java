// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database of a subtask after a rescale is the only one that was opened, and has nothing but its key groups. */
class RestoredDatabaseTest extends JobTest {

    /** RocksDB names its log after the path of the database; {@code db} is that of a backend. */
    private static final String BACKENDS_LOG = "_db_LOG";

    @BeforeEach
    void keepAllFiles() {
        for (Configuration config : List.of(ours, plain)) {
            config.setString("state.backend.rocksdb.compaction.style", "NONE"); // it would remove leftovers
            config.setString("state.backend.rocksdb.log.level", "INFO_LEVEL");
        }
    }

    @Test
    void hasNothingButItsKeyGroups() throws Exception {
        rescaleToEach(build(ours, 4, MAX_PARALLELISM));
    }

    @Test
    void leftoversOfAPlainScaleOutAreGone() throws Exception {
        String checkpoint = plainScaleOut(build(plain, 2, MAX_PARALLELISM), 4);
        SstContents leftovers = SstContents.of(checkpoint);
        assertTrue(leftovers.rangeTombstones() > 0);
        assertTrue(leftovers.foreignGroups().size() > MAX_PARALLELISM / 2, leftovers.foreignGroups().toString());
        rescaleToEach(checkpoint);
    }

    @Test
    void plainRocksDbOpensTemporaryOnes() throws Exception {
        String checkpoint = build(plain, 4, MAX_PARALLELISM);
        Path logs = logInto(plain, "logs");
        try (JobRun run = JobRun.start(cluster, plain, 3, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
        List<String> opened = opened(logs);
        long backends = opened.stream().filter(name -> name.endsWith(BACKENDS_LOG)).count();
        assertEquals(3, backends, opened.toString());
        assertTrue(opened.size() > 3, opened.toString());
    }

    @Test
    void plainScaleOutOursScaleInPlainScaleIn() throws Exception {
        String checkpoint = plainScaleOut(build(plain, 4, MAX_PARALLELISM), 8);
        assertTrue(SstContents.of(checkpoint).rangeTombstones() > 0);
        try (JobRun run = JobRun.start(cluster, ours, 3, MAX_PARALLELISM, checkpoint)) {
            run.send(model.change(KEYS));
            checkpoint = run.checkpoint();
        }
        assertRescaled(3);
        try (JobRun run = JobRun.start(cluster, plain, 2, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
    }

    /** Goes on with plain RocksDB, at a higher parallelism. */
    private String plainScaleOut(String checkpoint, int parallelism) throws Exception {
        try (JobRun run = JobRun.start(cluster, plain, parallelism, MAX_PARALLELISM, checkpoint)) {
            run.send(model.change(KEYS));
            return run.checkpoint();
        }
    }

    private void rescaleToEach(String checkpoint) throws Exception {
        ours.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
        for (int parallelism : new int[] {2, 3, 6}) {
            log.clear();
            Path logs = logInto(ours, "logs-" + parallelism);
            String restored;
            try (JobRun run = JobRun.start(cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
                restored = run.checkpoint();
                run.check(model);
            }
            assertRescaled(parallelism);
            List<String> opened = opened(logs);
            assertEquals(parallelism, opened.size(), opened.toString());
            opened.forEach(name -> assertTrue(name.endsWith(BACKENDS_LOG), name));
            assertOnlyOwnKeyGroups(restored);
            try (JobRun run = JobRun.start(cluster, plain, parallelism, MAX_PARALLELISM, restored)) {
                run.check(model);
            }
        }
    }

    private static void assertOnlyOwnKeyGroups(String checkpoint) throws Exception {
        SstContents contents = SstContents.of(checkpoint);
        assertTrue(contents.keys() > KEYS, contents.keys() + " keys");
        assertEquals(0, contents.rangeTombstones());
        assertEquals(Set.of(), contents.foreignGroups());
    }

    private Path logInto(Configuration config, String name) throws Exception {
        Path directory = Files.createDirectory(tmp.resolve(name));
        config.setString("state.backend.rocksdb.log.dir", directory.toString());
        return directory;
    }

    /** The names of the logs: one for each time that a database was opened. */
    private static List<String> opened(Path logs) throws Exception {
        return CheckpointFiles.files(logs, "").stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toList());
    }
}
