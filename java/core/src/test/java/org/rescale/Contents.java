// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Compares what a database holds, as the RocksDB on the class path reads it, with what a job wrote. */
final class Contents {

    private Contents() {}

    /** Opens a directory and compares everything in it; changes nothing. */
    static void check(Path directory, TestJob job, KeyGroupRange range) throws RocksDBException {
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (Options options = new Options();
                DBOptions databaseOptions = new DBOptions();
                ColumnFamilyOptions familyOptions = TestJob.familyOptions()) {
            List<ColumnFamilyDescriptor> families = new ArrayList<>();
            for (byte[] name : RocksDB.listColumnFamilies(options, directory.toString())) {
                families.add(new ColumnFamilyDescriptor(name, familyOptions));
            }
            try (RocksDB db = RocksDB.openReadOnly(databaseOptions, directory.toString(), families, handles)) {
                TreeSet<String> names = new TreeSet<>();
                for (ColumnFamilyHandle handle : handles) {
                    String name = new String(handle.getName(), StandardCharsets.UTF_8);
                    names.add(name);
                    check(db, handle, job.expected(name, range));
                    handle.close();
                }
                assertEquals(new TreeSet<>(TestJob.FAMILIES), names);
            }
        }
    }

    /** Compares one column family, key by key. */
    static void check(RocksDB db, ColumnFamilyHandle family, Map<byte[], byte[]> expected) throws RocksDBException {
        try (RocksIterator iterator = db.newIterator(family)) {
            iterator.seekToFirst();
            for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
                assertTrue(iterator.isValid(), "keys are missing at the end");
                assertArrayEquals(entry.getKey(), iterator.key());
                assertArrayEquals(entry.getValue(), iterator.value());
                iterator.next();
            }
            assertTrue(!iterator.isValid(), "keys that do not belong here");
            iterator.status();
        }
    }
}
