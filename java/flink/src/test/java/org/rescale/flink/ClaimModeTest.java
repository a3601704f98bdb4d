// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who owns the files of the checkpoint that a job is restored from. */
class ClaimModeTest extends JobTest {

    @ParameterizedTest
    @CsvSource({"CLAIM, true", "NO_CLAIM, false"})
    void theFirstCheckpointRefersToOldFilesIfTheyAreClaimed(String mode, boolean refers) throws Exception {
        String old = build(ours, 4, MAX_PARALLELISM);
        Map<String, Long> oldFiles = CheckpointFiles.stored(old, true);
        ours.setString("execution.state-recovery.claim-mode", mode);
        ours.setString("state.backend.rocksdb.compaction.style", "NONE"); // or there may be no old file left
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, ours, 2, MAX_PARALLELISM, old)) {
            run.send(model.change(100));
            checkpoint = run.checkpoint();
        }
        assertRescaled(2);
        Map<String, Long> common = new TreeMap<>(CheckpointFiles.stored(checkpoint, true));
        assertTrue(common.size() > oldFiles.size());
        common.keySet().retainAll(oldFiles.keySet());
        assertEquals(refers ? oldFiles.size() : 0, common.size());
        if (!refers) {
            FileUtils.deleteDirectory(Path.of(URI.create(old).getPath()).getParent().toFile());
        }
        ours.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
        for (int parallelism : new int[] {2, 3}) {
            log.clear();
            restore(checkpoint, parallelism, MAX_PARALLELISM);
            assertRescaled(parallelism == 2 ? 0 : 3);
        }
    }
}
