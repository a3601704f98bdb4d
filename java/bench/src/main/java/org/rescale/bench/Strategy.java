// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** A way to restore a task. */
enum Strategy {
    /** By write batches, as Flink did before it had an ingest mode. */
    WRITE_BATCH("writeBatch", new CopyingRestore(new WriteBatchCopy())),

    /** As that, but what is copied is written as SSTs and ingested. */
    SST_FILE_WRITER("sstFileWriter", new CopyingRestore(new SstFileWriterCopy())),

    /** Each source is exported, all are imported, and what is outside is clipped: after Flink's ingest mode. */
    IMPORT_AND_CLIP("importAndClip", new ImportAndClip()),

    /** Ours. */
    RESCALE("rescale", new RescaleRestore());

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
