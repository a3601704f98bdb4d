// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;

/** Copies into SSTs of the usual size, which are then moved into the database. */
final class SstFileWriterCopy implements CopyingRestore.PartCopy {

    @Override
    public void copy(RocksIterator from, RestoreTask task, HostDatabase to, Path aside)
            throws IOException, RocksDBException {
        List<String> tables = new ArrayList<>();
        Files.createDirectories(aside);
        try (HostOptions host = new HostOptions(task.sstBytes());
                Options options = new Options(host.database, host.family);
                EnvOptions environment = new EnvOptions();
                IngestExternalFileOptions ingest =
                        new IngestExternalFileOptions().setMoveFiles(true).setSnapshotConsistency(false)) {
            while (from.isValid()) {
                String table = aside.resolve(tables.size() + ".sst").toString();
                try (SstFileWriter writer = new SstFileWriter(environment, options)) {
                    writer.open(table);
                    write(from, writer, task.sstBytes());
                    writer.finish();
                }
                tables.add(table);
            }
            if (!tables.isEmpty()) {
                to.db().ingestExternalFile(to.state(), tables, ingest);
            }
        }
    }

    /** Writes about so many bytes, or what is left. */
    private static void write(RocksIterator from, SstFileWriter writer, long bytes) throws RocksDBException {
        long written = 0;
        for (; from.isValid() && written < bytes; from.next()) {
            byte[] key = from.key();
            byte[] value = from.value();
            writer.put(key, value);
            written += key.length + value.length;
        }
    }
}
