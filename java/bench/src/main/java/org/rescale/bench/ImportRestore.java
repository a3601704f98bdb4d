// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rescale.KeyGroupRange;
import org.rescale.StateHandle;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ExportImportFilesMetaData;
import org.rocksdb.ImportColumnFamilyOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * After Flink's ingest mode: a linked copy of each source is opened and its state exported, a new database imports all
 * exports into one column family, and where a source had more than the task owns, that is trimmed. RocksDB imports no
 * files whose keys overlap: a source with keys of other key groups than its own is clipped before it is exported, where
 * Flink goes back to copying.
 */
final class ImportRestore implements Strategy.Restore {

    private final Trim trim;

    ImportRestore(Trim trim) {
        this.trim = trim;
    }

    /** Hides or removes what is outside of {@code kept}, of which there is nothing outside of {@code all}. */
    @FunctionalInterface
    interface Trim {
        void trim(KeyGroupRange kept, KeyGroupRange all, HostDatabase database) throws RocksDBException;
    }

    /** Deletes the files outside, and compacts those at the edges. */
    static void clip(KeyGroupRange kept, KeyGroupRange all, HostDatabase database) throws RocksDBException {
        database.db().clipColumnFamily(database.state(), StateKeys.begin(kept), StateKeys.end(kept));
    }

    @Override
    public HostDatabase restore(RestoreTask task, Path place) throws IOException, RocksDBException {
        Path parts = place.resolve("parts");
        List<ExportImportFilesMetaData> exports = new ArrayList<>();
        try {
            for (StateHandle source : task.sources()) {
                Path part = parts.resolve(Integer.toString(exports.size()));
                exports.add(export(source, part, task.sstBytes()));
            }
            HostDatabase database = importAll(exports, place.resolve("database"), task.sstBytes());
            try {
                trimCut(task, database);
                Directories.delete(parts);
                return database;
            } catch (IOException | RocksDBException | RuntimeException e) {
                database.close();
                throw e;
            }
        } finally {
            exports.forEach(ExportImportFilesMetaData::close);
        }
    }

    private static ExportImportFilesMetaData export(StateHandle source, Path part, long sstBytes)
            throws IOException, RocksDBException {
        Path linked = part.resolve("source");
        Directories.linkDatabase(source.directory(), linked);
        try (HostDatabase database = HostDatabase.open(linked, sstBytes);
                Checkpoint checkpoint = Checkpoint.create(database.db())) {
            if (hasOthersKeys(database, source.range())) {
                clip(source.range(), source.range(), database);
            }
            return checkpoint.exportColumnFamily(
                    database.state(), part.resolve("export").toString());
        }
    }

    private static boolean hasOthersKeys(HostDatabase database, KeyGroupRange range) {
        byte[] begin = StateKeys.begin(range);
        byte[] end = StateKeys.end(range);
        for (LiveFileMetaData file : database.db().getLiveFilesMetaData()) {
            if (Arrays.compareUnsigned(file.smallestKey(), begin) < 0
                    || Arrays.compareUnsigned(file.largestKey(), end) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static HostDatabase importAll(List<ExportImportFilesMetaData> exports, Path out, long sstBytes)
            throws IOException, RocksDBException {
        Files.createDirectories(out);
        HostOptions options = new HostOptions(sstBytes);
        try {
            List<ColumnFamilyHandle> base = new ArrayList<>();
            List<ColumnFamilyDescriptor> families = List.of(HostDatabase.descriptor(HostDatabase.DEFAULT, options));
            RocksDB db = RocksDB.open(options.database, out.toString(), families, base);
            try (ImportColumnFamilyOptions move = new ImportColumnFamilyOptions().setMoveFiles(true)) {
                ColumnFamilyHandle state = db.createColumnFamilyWithImport(
                        HostDatabase.descriptor(HostDatabase.STATE, options), move, exports);
                return new HostDatabase(db, base.get(0), state, List.of(base.get(0), state, db, options));
            } catch (RocksDBException | RuntimeException e) {
                base.get(0).close();
                db.close();
                throw e;
            }
        } catch (RocksDBException | RuntimeException e) {
            options.close();
            throw e;
        }
    }

    private void trimCut(RestoreTask task, HostDatabase database) throws RocksDBException {
        if (task.sources().stream().anyMatch(task::isCut)) {
            List<StateHandle> sources = task.sources(); // in the order of their key groups
            KeyGroupRange all = KeyGroupRange.of(
                    sources.get(0).range().first(),
                    sources.get(sources.size() - 1).range().last());
            trim.trim(task.range(), all, database);
        }
    }
}
