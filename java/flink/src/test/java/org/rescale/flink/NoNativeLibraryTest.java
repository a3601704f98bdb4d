// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rescale.NativeLibrary;

/** In a JVM of its own, whose native library cannot be loaded: as on a platform that there is none for. */
@Tag("no-native-library")
class NoNativeLibraryTest {

    private static final int KEYS = 500;

    @TempDir
    private Path tmp;

    @BeforeAll
    static void hideTheLibrary() {
        System.setProperty(NativeLibrary.PATH_PROPERTY, "/none/librescalejni.so");
    }

    @Test
    void flinkRestores() throws Exception {
        Model model = new Model(KEYS, 3);
        Configuration config = JobRun.config(tmp, RescaleStateBackendFactory.class.getName());
        try (LogCapture log = new LogCapture();
                TestCluster cluster = new TestCluster()) {
            String checkpoint;
            try (JobRun run = JobRun.start(cluster, config, 4, 128, null)) {
                run.send(model.change(KEYS * 2));
                checkpoint = run.checkpoint();
            }
            try (JobRun run = JobRun.start(cluster, config, 2, 128, checkpoint)) {
                run.check(model);
            }
            assertEquals(List.of(), log.messages(Level.INFO));
            assertEquals(2, log.messages(Level.WARNING).size());
            String warning = log.messages(Level.WARNING).get(0);
            assertTrue(warning.contains("native library does not load"), warning);
        }
    }
}
