// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
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
    @Timeout(value = 40, unit = TimeUnit.SECONDS)
    void aRunningJobGrows() throws Exception {
        Model model = new Model(KEYS, 2);
        Configuration config = JobRun.config(tmp, RescaleStateBackendFactory.class.getName());
        try (LogCapture log = new LogCapture();
                TestCluster cluster = TestCluster.adaptive(2, config)) {
            try (JobRun run = JobRun.start(cluster, config, 4, 128, null)) {
                run.send(model.change(KEYS * 2));
                run.checkpoint();
                cluster.grow();
                while (log.messages(Level.INFO).size() < 3) {
                    assertEquals(List.of(), log.messages(Level.WARNING));
                    Thread.sleep(10);
                }
                run.send(model.change(KEYS));
                run.checkpoint();
                run.check(model);
            }
            assertEquals(3, log.messages(Level.INFO).size(), log.messages(Level.INFO).toString());
        }
    }
}
