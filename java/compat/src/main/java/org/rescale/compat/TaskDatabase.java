// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rescale.compat.Profile.Habit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteOptions;

/** The RocksDB of one task while it is written: one column family for each {@link StateColumn}. Not thread-safe. */
final class TaskDatabase implements StateWriter, AutoCloseable {

    private static final long COMPACTED_FILE_BYTES = 16384;

    private final Path directory;
    private final Profile profile;
    private final ColumnFamilyOptions familyOptions;
    private final DBOptions databaseOptions = newDatabaseOptions();
    private final WriteOptions writeOptions;
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final RocksDB db;
    private int externalFiles;

    /**
     * Creates the database.
     *
     * @param directory must not exist
     * @throws IllegalArgumentException if this RocksDB version cannot write the profile
     */
    TaskDatabase(Path directory, Profile profile) throws RocksDBException {
        this.directory = directory;
        this.profile = profile;
        familyOptions = FamilyOptions.forWriting(profile);
        writeOptions = new WriteOptions().setDisableWAL(!profile.has(Habit.LIVE_WAL));
        List<ColumnFamilyDescriptor> descriptors = Arrays.stream(StateColumn.values())
                .map(column -> new ColumnFamilyDescriptor(column.familyNameBytes(), familyOptions))
                .collect(Collectors.toList());
        db = RocksDB.open(databaseOptions, directory.toString(), descriptors, families);
    }

    /** Options to create a database; the caller closes them. */
    static DBOptions newDatabaseOptions() {
        return new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL);
    }

    @Override
    public void put(StateColumn column, byte[] key, byte[] value) throws RocksDBException {
        db.put(family(column), writeOptions, key, value);
    }

    @Override
    public void delete(StateColumn column, byte[] key) throws RocksDBException {
        db.delete(family(column), writeOptions, key);
    }

    @Override
    public void singleDelete(StateColumn column, byte[] key) throws RocksDBException {
        db.singleDelete(family(column), writeOptions, key);
    }

    @Override
    public void merge(StateColumn column, byte[] key, byte[] operand) throws RocksDBException {
        db.merge(family(column), writeOptions, key, operand);
    }

    @Override
    public void deleteRange(StateColumn column, byte[] begin, byte[] end) throws RocksDBException {
        db.deleteRange(family(column), writeOptions, begin, end);
    }

    /** Writes every write buffer to level 0. */
    void flush() throws RocksDBException {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
            db.flush(options, families);
        }
    }

    /** Keeps all versions that are visible now, until the database is closed. */
    void holdSnapshot() {
        db.getSnapshot();
    }

    /** Compacts all of level 0 into small files on {@code level}. */
    void compactLevel0To(int level) throws RocksDBException {
        for (StateColumn column : StateColumn.values()) {
            List<String> inputs = db.getLiveFilesMetaData().stream()
                    .filter(file -> file.level() == 0)
                    .filter(file -> Arrays.equals(file.columnFamilyName(), column.familyNameBytes()))
                    .map(LiveFileMetaData::fileName)
                    .collect(Collectors.toList());
            if (!inputs.isEmpty()) {
                compactFiles(column, inputs, level);
            }
        }
    }

    private void compactFiles(StateColumn column, List<String> inputs, int level) throws RocksDBException {
        try (CompactionOptions options = new CompactionOptions()
                .setCompression(CompressionType.DISABLE_COMPRESSION_OPTION)
                .setOutputFileSizeLimit(COMPACTED_FILE_BYTES)) {
            db.compactFiles(options, family(column), inputs, level, -1, null);
        }
    }

    /**
     * Writes an external file and ingests it.
     *
     * @param entries keys in order; a null value is a deletion
     */
    void ingest(StateColumn column, SortedMap<byte[], byte[]> entries) throws RocksDBException, IOException {
        Path file = directory.resolveSibling(directory.getFileName() + "-external-" + externalFiles++);
        try (EnvOptions envOptions = new EnvOptions();
                Options options = new Options(databaseOptions, familyOptions);
                SstFileWriter writer = new SstFileWriter(envOptions, options);
                IngestExternalFileOptions ingestOptions = new IngestExternalFileOptions()) {
            writer.open(file.toString());
            for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
                if (entry.getValue() == null) {
                    writer.delete(entry.getKey());
                } else {
                    writer.put(entry.getKey(), entry.getValue());
                }
            }
            writer.finish();
            ingestOptions.setWriteGlobalSeqno(profile.has(Habit.INGESTS_IN_PLACE));
            db.ingestExternalFile(family(column), List.of(file.toString()), ingestOptions);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Makes a checkpoint; RocksDB flushes all write buffers first. */
    void checkpoint(Path target) throws RocksDBException {
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(target.toString());
        }
    }

    @Override
    public void close() {
        families.forEach(ColumnFamilyHandle::close);
        db.close();
        writeOptions.close();
        databaseOptions.close();
        familyOptions.close();
    }

    private ColumnFamilyHandle family(StateColumn column) {
        return families.get(column.ordinal());
    }
}
