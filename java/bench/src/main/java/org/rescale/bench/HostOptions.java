// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;

/** What every database here is opened with: Flink's defaults, but no compression, and SSTs of a given size. */
final class HostOptions implements AutoCloseable {

    final DBOptions database = new DBOptions()
            .setCreateIfMissing(true)
            .setUseFsync(false)
            .setStatsDumpPeriodSec(0)
            .setInfoLogLevel(InfoLogLevel.HEADER_LEVEL);
    final ColumnFamilyOptions family;

    HostOptions(long sstBytes) {
        family = new ColumnFamilyOptions()
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setWriteBufferSize(sstBytes)
                .setTargetFileSizeBase(sstBytes);
    }

    @Override
    public void close() {
        family.close();
        database.close();
    }
}
