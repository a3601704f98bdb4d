// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A database under check, opened with paranoid checks and all files open, so that damage shows early.
 *
 * <p>Column families are those of {@link StateColumn}, in its order. Closing closes everything. Not thread-safe.
 */
final class OpenDatabase implements AutoCloseable {

    /** How to open. */
    enum Mode {
        READ_ONLY,
        /** Writable; files change only when asked to. */
        WITHOUT_COMPACTION,
        WITH_COMPACTION
    }

    private final ColumnFamilyOptions familyOptions;
    private final DBOptions databaseOptions;
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final RocksDB db;

    /**
     * Opens the database.
     *
     * @param cache null for none
     * @throws RocksDBException if RocksDB refuses the directory
     */
    OpenDatabase(Path directory, Cache cache, Mode mode) throws RocksDBException {
        familyOptions = FamilyOptions.forReading(cache, mode == Mode.WITH_COMPACTION);
        databaseOptions = new DBOptions().setParanoidChecks(true).setMaxOpenFiles(-1);
        List<ColumnFamilyDescriptor> descriptors = Arrays.stream(StateColumn.values())
                .map(column -> new ColumnFamilyDescriptor(column.familyNameBytes(), familyOptions))
                .collect(Collectors.toList());
        try {
            db = mode == Mode.READ_ONLY
                    ? RocksDB.openReadOnly(databaseOptions, directory.toString(), descriptors, families)
                    : RocksDB.open(databaseOptions, directory.toString(), descriptors, families);
        } catch (RocksDBException e) {
            closeOptions();
            throw e;
        }
    }

    RocksDB db() {
        return db;
    }

    ColumnFamilyHandle family(StateColumn column) {
        return families.get(column.ordinal());
    }

    List<ColumnFamilyHandle> families() {
        return families;
    }

    /** SSTs of all column families. */
    int liveFileCount() {
        return db.getLiveFilesMetaData().size();
    }

    @Override
    public void close() {
        families.forEach(ColumnFamilyHandle::close);
        db.close();
        closeOptions();
    }

    private void closeOptions() {
        databaseOptions.close();
        familyOptions.close();
    }
}
