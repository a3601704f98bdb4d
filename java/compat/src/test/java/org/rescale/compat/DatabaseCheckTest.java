// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The checker passes what is right, and above all fails what is wrong. */
class DatabaseCheckTest {

    private static final KeyGroups KEY_GROUPS = new KeyGroups(128);
    private static final KeyGroupRange FIRST_HALF = KEY_GROUPS.rangeOf(0, 2);

    @TempDir
    static Path job;

    @TempDir
    Path temp;

    private static Cache cache;
    private static Model model;
    private Path copy;

    @BeforeAll
    static void writeJob() throws RocksDBException, IOException {
        RocksDB.loadLibrary();
        cache = new LRUCache(8 << 20);
        write("default", KEY_GROUPS, job);
        model = ModelFile.read(job.resolve(Job.MODEL_FILE));
    }

    @AfterAll
    static void closeCache() {
        cache.close();
    }

    @BeforeEach
    void copyCheckpoint() throws IOException {
        copy = temp.resolve("copy");
        Directories.copy(job.resolve("0"), copy, name -> true);
    }

    @Test
    @DisplayName("an untouched checkpoint passes, and is not modified")
    void untouched() throws Exception {
        List<String> before = listing(copy);
        assertTrue(check(FIRST_HALF) > 100);
        assertEquals(before, listing(copy));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foreign-keys",
                "wal",
                "ingested-in-place",
                "tombstone-files",
                "universal",
                "many-versions"
            })
    @DisplayName("a checkpoint passes, with two-byte key groups too")
    void profiles(String profile) throws Exception {
        KeyGroups keyGroups = new KeyGroups(300);
        Path out = temp.resolve("job");
        write(profile, keyGroups, out);
        boolean verifiable = !profile.equals("ingested-in-place");
        new DatabaseCheck(cache, keyGroups, true, verifiable)
                .run(out.resolve("1"), ModelFile.read(out.resolve(Job.MODEL_FILE)), keyGroups.rangeOf(1, 2));
    }

    @Test
    @DisplayName("two jobs with equal arguments write equal models")
    void deterministic() throws Exception {
        write("default", KEY_GROUPS, temp.resolve("again"));
        assertArrayEquals(
                Files.readAllBytes(job.resolve(Job.MODEL_FILE)),
                Files.readAllBytes(temp.resolve("again").resolve(Job.MODEL_FILE)));
    }

    @Test
    @DisplayName("another task's checkpoint fails")
    void wrongTask() {
        failsWith("forward scan at 0", KEY_GROUPS.rangeOf(1, 2));
    }

    @Test
    @DisplayName("a checkpoint of a wider range than asked for fails at its first key outside")
    void tooWide() {
        failsWith("expected the end", new KeyGroupRange(0, 40));
    }

    @Test
    @DisplayName("a missing key fails")
    void missingKey() throws Exception {
        byte[] key = model.column(StateColumn.TIMER).firstKey();
        change(StateColumn.TIMER, (database, family) -> database.db().delete(family, key));
        failsWith("_timer_state/event_user-timers: forward scan at 0", FIRST_HALF);
    }

    @Test
    @DisplayName("a stale value fails")
    void staleValue() throws Exception {
        byte[] key = model.restrictedTo(FIRST_HALF, KEY_GROUPS).column(StateColumn.VALUE_B).lastKey();
        change(StateColumn.VALUE_B, (database, family) -> database.db().put(family, key, new byte[] {1}));
        failsWith("value-b: forward scan", FIRST_HALF);
    }

    @Test
    @DisplayName("an additional key in the empty column family fails")
    void additionalKey() throws Exception {
        change(StateColumn.DEFAULT, (database, family) -> database.db().put(family, new byte[] {9}, new byte[0]));
        failsWith("default: forward scan past its end", FIRST_HALF);
    }

    @Test
    @DisplayName("an SST that the MANIFEST does not name fails")
    void strayFile() throws Exception {
        Path table = tables().get(0);
        Files.copy(table, copy.resolve("000001.sst"));
        failsWith("live SSTs after open", FIRST_HALF);
    }

    @Test
    @DisplayName("a missing SST fails")
    void missingFile() throws Exception {
        Files.delete(tables().get(0));
        assertThrows(RocksDBException.class, () -> check(FIRST_HALF));
    }

    @Test
    @DisplayName("one flipped bit in any SST's first block fails")
    void flippedBit() throws Exception {
        for (Path table : tables()) {
            flip(table, 10);
            assertThrows(RocksDBException.class, () -> check(FIRST_HALF), table::toString);
            flip(table, 10);
        }
    }

    private interface Change {
        void apply(OpenDatabase database, ColumnFamilyHandle family) throws RocksDBException;
    }

    private void change(StateColumn column, Change change) throws RocksDBException {
        try (OpenDatabase database = new OpenDatabase(copy, cache, OpenDatabase.Mode.WITHOUT_COMPACTION)) {
            change.apply(database, database.family(column));
            new WriteCheck(database).flush();
        }
    }

    private void failsWith(String message, KeyGroupRange range) {
        CheckFailedException failure = assertThrows(CheckFailedException.class, () -> check(range));
        assertTrue(failure.getMessage().contains(message), failure.getMessage());
    }

    private int check(KeyGroupRange range) throws Exception {
        return new DatabaseCheck(cache, KEY_GROUPS, false, true).run(copy, model, range);
    }

    private static void write(String profile, KeyGroups keyGroups, Path out) throws RocksDBException, IOException {
        new Job(Profiles.named(profile), new StateKeys(keyGroups, 400, 7), new Values(7), 2).write(out);
    }

    private List<Path> tables() throws IOException {
        try (Stream<Path> files = Files.list(copy)) {
            return files.filter(file -> file.toString().endsWith(".sst")).sorted().collect(Collectors.toList());
        }
    }

    private static List<String> listing(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString).sorted().collect(Collectors.toList());
        }
    }

    private static void flip(Path file, long offsetBytes) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(offsetBytes);
            int old = bytes.read();
            bytes.seek(offsetBytes);
            bytes.write(old ^ 1);
        }
    }
}
