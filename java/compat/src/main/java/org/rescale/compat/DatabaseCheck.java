// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rescale.compat.OpenDatabase.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rocksdb.Cache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Checks one database directory against the model: as found, after further writes, after a full compaction, reopened.
 *
 * <p>Works on a copy that it makes and removes; the directory itself is only read.
 */
final class DatabaseCheck {

    private final Cache cache;
    private final KeyGroups keyGroups;
    private final boolean readOnlyPhase;
    private final boolean verifyChecksums;

    /**
     * @param cache shared by all checks of a process, so that two SSTs with one identity would mix up their blocks
     * @param readOnlyPhase also open read-only, before anything else
     * @param verifyChecksums ask RocksDB to verify all block checksums; 6.20 and 6.29 cannot where a file was ingested
     *     with its sequence number written in place
     */
    DatabaseCheck(Cache cache, KeyGroups keyGroups, boolean readOnlyPhase, boolean verifyChecksums) {
        this.cache = cache;
        this.keyGroups = keyGroups;
        this.readOnlyPhase = readOnlyPhase;
        this.verifyChecksums = verifyChecksums;
    }

    /**
     * Runs all checks.
     *
     * @param model of the whole job
     * @param range the key groups that the directory must hold, all of them and no others
     * @return number of live keys found at first
     * @throws CheckFailedException at the first difference
     * @throws RocksDBException if RocksDB refuses the database or a block of it
     */
    int run(Path directory, Model model, KeyGroupRange range)
            throws CheckFailedException, RocksDBException, IOException {
        Path copy = Directories.createTemporary("check");
        try {
            Directories.copy(directory, copy, name -> true);
            Model expected = model.restrictedTo(range, keyGroups);
            int keyCount = expected.keyCount();
            columnFamilies(copy);
            if (verifyChecksums) {
                verifyChecksums(copy);
            }
            if (readOnlyPhase) {
                readOnly(copy, expected);
            }
            asFound(copy, expected, range);
            reopened(copy, expected);
            return keyCount;
        } finally {
            Directories.delete(copy);
        }
    }

    private static void columnFamilies(Path copy) throws CheckFailedException, RocksDBException {
        Set<String> wanted = Arrays.stream(StateColumn.values())
                .map(StateColumn::familyName)
                .collect(Collectors.toCollection(TreeSet::new));
        try (Options options = new Options()) {
            Set<String> found = RocksDB.listColumnFamilies(options, copy.toString()).stream()
                    .map(name -> new String(name, StandardCharsets.UTF_8))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!found.equals(wanted)) {
                throw new CheckFailedException("column families: expected " + wanted + ", found " + found);
            }
        }
    }

    /**
     * Opens without a block cache, because versions from 6.28 on give all SSTs without the property
     * {@code rocksdb.original.file.number} (written by versions before 6.24) one cache key while they verify, and then
     * take one file's index partitions for another's. Source: RocksDB 7.10, {@code BlockBasedTable::SetupBaseCacheKey}
     * and {@code VerifySstFileChecksum}, which passes neither session id nor file number; observed with 7.10 to 11.8.
     */
    private static void verifyChecksums(Path copy) throws RocksDBException {
        try (OpenDatabase database = new OpenDatabase(copy, null, Mode.READ_ONLY)) {
            database.db().verifyChecksum();
        }
    }

    private void readOnly(Path copy, Model expected) throws CheckFailedException, RocksDBException {
        try (OpenDatabase database = new OpenDatabase(copy, cache, Mode.READ_ONLY)) {
            for (StateColumn column : StateColumn.values()) {
                new ReadCheck(database, expected, column).all();
            }
        }
    }

    private void asFound(Path copy, Model expected, KeyGroupRange range)
            throws CheckFailedException, RocksDBException, IOException {
        boolean liveLog = Directories.hasLiveLog(copy);
        int tables = Directories.count(copy, ".sst");
        int blobs = Directories.count(copy, ".blob");
        try (OpenDatabase database = new OpenDatabase(copy, cache, Mode.WITHOUT_COMPACTION)) {
            if (!liveLog) {
                sameCount("live SSTs after open", tables, database.liveFileCount());
                sameCount("SST files after open", tables, Directories.count(copy, ".sst"));
                sameCount("blob files after open", blobs, Directories.count(copy, ".blob"));
            }
            readAll(database, expected, "as found");
            WriteCheck writes = new WriteCheck(database);
            writes.write(expected, range, keyGroups);
            readAll(database, expected, "after writes");
            writes.flush();
            writes.compactToBottom();
            readAll(database, expected, "after compaction");
        }
    }

    private void reopened(Path copy, Model expected) throws CheckFailedException, RocksDBException {
        try (OpenDatabase database = new OpenDatabase(copy, cache, Mode.WITH_COMPACTION)) {
            readAll(database, expected, "reopened");
        }
    }

    private static void readAll(OpenDatabase database, Model expected, String phase)
            throws CheckFailedException, RocksDBException {
        try {
            for (StateColumn column : StateColumn.values()) {
                new ReadCheck(database, expected, column).all();
            }
        } catch (CheckFailedException e) {
            throw new CheckFailedException(phase + ": " + e.getMessage());
        }
    }

    private static void sameCount(String what, int expected, int found) throws CheckFailedException {
        if (expected != found) {
            throw new CheckFailedException(what + ": expected " + expected + ", found " + found);
        }
    }
}
