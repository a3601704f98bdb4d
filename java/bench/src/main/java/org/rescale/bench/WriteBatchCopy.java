// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** Copies by write batches of 500 entries or 2 MiB, without the write-ahead log: Flink's RocksDBWriteBatchWrapper. */
final class WriteBatchCopy implements CopyingRestore.PartCopy {

    private static final int ENTRIES = 500;
    private static final long BYTES = 2 << 20;

    @Override
    public void copy(RocksIterator from, RestoreTask task, HostDatabase to, Path aside)
            throws RocksDBException {
        try (WriteOptions write = new WriteOptions().setDisableWAL(true);
                WriteBatch batch = new WriteBatch()) {
            for (; from.isValid(); from.next()) {
                batch.put(to.state(), from.key(), from.value());
                if (batch.count() == ENTRIES || batch.getDataSize() >= BYTES) {
                    to.db().write(write, batch);
                    batch.clear();
                }
            }
            to.db().write(write, batch);
        }
    }
}
