// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rescale.RescaledRestore;
import org.rescale.Rescaler;
import org.rocksdb.RocksDBException;

/** Ours, as a user calls it: made durable, checked, opened, and compaction goes on. */
final class RescaleRestore implements Strategy.Restore {

    @Override
    public HostDatabase restore(RestoreTask task, Path place) throws IOException, RocksDBException {
        RescaleCase rescale = task.rescale();
        HostOptions options = new HostOptions(task.sstBytes());
        try {
            RescaledRestore restore = RescaledRestore.builder(
                            Rescaler.builder(RescaleCase.MAX_PARALLELISM).build())
                    .sources(task.sources())
                    .subtask(rescale.to(), rescale.target())
                    .directory(place)
                    .databaseOptions(options.database)
                    .columnFamilyOptions(name -> options.family)
                    .open();
            restore.resumeCompaction();
            return new HostDatabase(
                    restore.db(),
                    restore.columnFamily(HostDatabase.DEFAULT),
                    restore.columnFamily(HostDatabase.STATE),
                    List.of(restore, options));
        } catch (IOException | RocksDBException | RuntimeException e) {
            options.close();
            throw e;
        }
    }
}
