// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rescale.KeyGroupRange;
import org.rescale.StateHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * What Flink does: the source of which the task gets most becomes the database, with range tombstones over what the
 * task does not own, if enough of it is kept; else the database begins empty. Parts of the other sources are
 * copied key by key. Reading is made easier than in Flink: RocksDB knows where it ends, reads ahead, and keeps nothing.
 */
final class CopyingRestore implements Strategy.Restore {

    private static final long READAHEAD_BYTES = 2 << 20;

    private final PartCopy copy;
    private final double leastShare;

    /** @param leastShare of the largest source that has to be kept; Flink's overlap fraction threshold */
    CopyingRestore(PartCopy copy, double leastShare) {
        this.copy = copy;
        this.leastShare = leastShare;
    }

    /** Writes the part of a source into the new database. */
    @FunctionalInterface
    interface PartCopy {
        /**
         * Copies what an iterator has from where it stands.
         *
         * @param aside a directory that may be made for files on their way; is removed afterwards
         */
        void copy(RocksIterator from, RestoreTask task, HostDatabase to, Path aside)
                throws IOException, RocksDBException;
    }

    @Override
    public HostDatabase restore(RestoreTask task, Path place) throws IOException, RocksDBException {
        Path out = Files.createDirectories(place).resolve("database");
        StateHandle largest = largestSource(task);
        boolean taken = task.partOf(largest).size() >= leastShare * largest.range().size();
        if (taken) {
            Directories.linkDatabase(largest.directory(), out);
        }
        HostDatabase database = HostDatabase.open(out, task.sstBytes());
        try {
            if (taken) {
                deleteOutside(task.partOf(largest), largest.range(), database);
            }
            for (StateHandle source : task.sources()) {
                if (!taken || source != largest) {
                    copySource(task, source, database, place);
                }
            }
            return database;
        } catch (IOException | RocksDBException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** The first of those with the largest part. */
    private static StateHandle largestSource(RestoreTask task) {
        StateHandle largest = task.sources().get(0);
        for (StateHandle source : task.sources()) {
            if (task.partOf(source).size() > task.partOf(largest).size()) {
                largest = source;
            }
        }
        return largest;
    }

    static void deleteOutside(KeyGroupRange kept, KeyGroupRange all, HostDatabase database)
            throws RocksDBException {
        if (all.first() < kept.first()) {
            database.db().deleteRange(database.state(), StateKeys.begin(all), StateKeys.begin(kept));
        }
        if (kept.last() < all.last()) {
            database.db().deleteRange(database.state(), StateKeys.end(kept), StateKeys.end(all));
        }
    }

    /** From a linked copy: RocksDB writes into whatever it opens. */
    private void copySource(RestoreTask task, StateHandle source, HostDatabase to, Path place)
            throws IOException, RocksDBException {
        KeyGroupRange part = task.partOf(source);
        Path linked = place.resolve("source");
        Path aside = place.resolve("tables");
        Directories.linkDatabase(source.directory(), linked);
        try (HostDatabase from = HostDatabase.open(linked, task.sstBytes());
                Slice end = new Slice(StateKeys.end(part));
                ReadOptions read = new ReadOptions()
                        .setIterateUpperBound(end)
                        .setFillCache(false)
                        .setReadaheadSize(READAHEAD_BYTES);
                RocksIterator iterator = from.db().newIterator(from.state(), read)) {
            iterator.seek(StateKeys.begin(part));
            copy.copy(iterator, task, to, aside);
            iterator.status();
        }
        Directories.delete(linked);
        Directories.delete(aside);
    }
}
