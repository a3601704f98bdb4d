// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** A way to restore a task. */
enum Strategy {
    /** By write batches; the largest source is taken over where three quarters of it are kept. */
    WRITE_BATCH("writeBatch", new CopyingRestore(new WriteBatchCopy(), Strategy.MOST_OF_IT)),

    /** As that, but what is copied is written as SSTs and ingested. */
    SST_FILE_WRITER("sstFileWriter", new CopyingRestore(new SstFileWriterCopy(), Strategy.MOST_OF_IT)),

    /** By write batches; the largest source is always taken over: Flink's default. */
    DELETE_RANGE("deleteRange", new CopyingRestore(new WriteBatchCopy(), 0)),

    /** Each source is exported, all are imported, and what is outside is clipped. */
    IMPORT_AND_CLIP("importAndClip", new ImportRestore(ImportRestore::clip)),

    /** As that, with range tombstones over what is outside: Flink's ingest mode. */
    IMPORT_AND_DELETE_RANGE("importAndDeleteRange", new ImportRestore(CopyingRestore::deleteOutside)),

    /** Ours. */
    RESCALE("rescale", new RescaleRestore());

    private static final double MOST_OF_IT = 0.75;

    private final String benchmark;
    private final Restore restore;

    Strategy(String benchmark, Restore restore) {
        this.benchmark = benchmark;
        this.restore = restore;
    }

    /** The name of its method in {@link RestoreBenchmark}. */
    String benchmark() {
        return benchmark;
    }

    HostDatabase restore(RestoreTask task, Path place) throws IOException, RocksDBException {
        return restore.restore(task, place);
    }

    /** Makes the new task's database. Stateless. */
    @FunctionalInterface
    interface Restore {
        /**
         * Restores a task. Its sources are not written to; their SSTs may be linked.
         *
         * @param place gets the database's directory, and what is needed on the way there; does not exist
         * @return the database, open for writing; the caller closes it
         */
        HostDatabase restore(RestoreTask task, Path place) throws IOException, RocksDBException;
    }
}
