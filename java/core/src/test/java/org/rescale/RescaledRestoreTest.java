// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

@Tag("rocksdb")
class RescaledRestoreTest {

    @TempDir
    private Path directory;

    private TestJob job;

    @BeforeEach
    void runJob() throws Exception {
        job = new TestJob(directory.resolve("old"), 128, 4).run();
    }

    @Test
    void runsWithTheVersionItClaims() {
        String jar = RocksDB.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        assertTrue(jar.contains(System.getProperty("rescale.test.rocksdb")), jar);
    }

    @Test
    void opensWithAllColumnFamilies() throws Exception {
        for (int subtask = 0; subtask < 3; subtask++) {
            try (RescaledRestore restore = restore(3, subtask).open()) {
                assertEquals(new HashSet<>(TestJob.FAMILIES), restore.columnFamilies().keySet());
                for (String family : TestJob.FAMILIES) {
                    Contents.check(
                            restore.db(),
                            restore.columnFamily(family),
                            job.expected(family, restore.rescaled().range().orElseThrow()));
                }
                assertThrows(IllegalArgumentException.class, () -> restore.columnFamily("none"));
            }
        }
    }

    @Test
    void compactsNothingBeforeResume() throws Exception {
        try (ColumnFamilyOptions familyOptions = TestJob.familyOptions().setDisableAutoCompactions(false);
                DBOptions databaseOptions = new DBOptions();
                RescaledRestore restore = restore(1, 0)
                        .databaseOptions(databaseOptions)
                        .columnFamilyOptions(name -> familyOptions)
                        .open()) {
            assertFalse(familyOptions.disableAutoCompactions(), "the caller's options are changed");
            Thread.sleep(500);
            assertTrue(liveFiles(restore).containsAll(restore.rescaled().identicalFiles().values()));
            assertEquals(restore.rescaled().files().size(), liveFiles(restore).size());

            restore.resumeCompaction();
            restore.resumeCompaction();
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (liveFiles(restore).containsAll(restore.rescaled().identicalFiles().values())) {
                assertTrue(System.nanoTime() < deadline, "compaction does not go on");
                Thread.sleep(20);
            }
            Contents.check(
                    restore.db(), restore.columnFamily("values"), job.expected("values", KeyGroupRange.all(128)));
        }
    }

    @Test
    void aColumnFamilyThatNeverCompactsStaysSo() throws Exception {
        try (ColumnFamilyOptions never = TestJob.familyOptions().setDisableAutoCompactions(true);
                RescaledRestore restore = restore(1, 0).columnFamilyOptions(name -> never).open()) {
            Set<String> before = liveFiles(restore);
            restore.resumeCompaction();
            Thread.sleep(500);
            assertEquals(before, liveFiles(restore));
            assertTrue(never.disableAutoCompactions());
        }
    }

    @Test
    void closeMayComeTwiceAndResumeLate() throws Exception {
        RescaledRestore restore = restore(2, 1).open();
        restore.close();
        restore.close();
        restore.resumeCompaction();
        assertTrue(Files.exists(restore.rescaled().directory()));
    }

    @Test
    void whatRocksDbDoesNotOpenIsRemoved() {
        try (DBOptions strict = new DBOptions().setErrorIfExists(true)) {
            RescaledRestore.Builder restore = restore(2, 1).databaseOptions(strict);
            assertThrows(RocksDBException.class, restore::open);
        }
        assertFalse(Files.exists(directory.resolve("new/1")));
        RuntimeException failure = new RuntimeException();
        RescaledRestore.Builder restore = restore(2, 1).columnFamilyOptions(name -> {
            throw failure;
        });
        assertEquals(failure, assertThrows(RuntimeException.class, restore::open));
        assertFalse(Files.exists(directory.resolve("new/1")));
    }

    private RescaledRestore.Builder restore(int parallelism, int subtask) {
        return RescaledRestore.builder(Rescaler.builder(128).build())
                .sources(job.handles())
                .subtask(parallelism, subtask)
                .directory(directory.resolve("new"));
    }

    private static Set<String> liveFiles(RescaledRestore restore) {
        return restore.db().getLiveFilesMetaData().stream()
                .map(file -> file.fileName().substring(1)) // they begin with a slash
                .collect(Collectors.toSet());
    }
}
