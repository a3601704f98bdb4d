// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** An open RocksDB of a task: the column family that RocksDB insists on, which stays empty, and one of state. */
final class HostDatabase implements AutoCloseable {

    static final String STATE = "state";

    static final String DEFAULT = "default";

    private final RocksDB db;
    private final ColumnFamilyHandle base;
    private final ColumnFamilyHandle state;
    private final List<AutoCloseable> owned;

    /** {@code owned} is closed in its order, and has all that the database needs. */
    HostDatabase(RocksDB db, ColumnFamilyHandle base, ColumnFamilyHandle state, List<AutoCloseable> owned) {
        this.db = db;
        this.base = base;
        this.state = state;
        this.owned = owned;
    }

    /** Opens the database of a directory, or makes an empty one. */
    static HostDatabase open(Path directory, long sstBytes) throws RocksDBException {
        HostOptions options = new HostOptions(sstBytes);
        try {
            options.database.setCreateMissingColumnFamilies(true);
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            List<ColumnFamilyDescriptor> families =
                    List.of(descriptor(DEFAULT, options), descriptor(STATE, options));
            RocksDB db = RocksDB.open(options.database, directory.toString(), families, handles);
            return new HostDatabase(
                    db, handles.get(0), handles.get(1), List.of(handles.get(0), handles.get(1), db, options));
        } catch (RocksDBException e) {
            options.close();
            throw e;
        }
    }

    static ColumnFamilyDescriptor descriptor(String name, HostOptions options) {
        return new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options.family);
    }

    RocksDB db() {
        return db;
    }

    Path directory() {
        return Path.of(db.getName());
    }

    ColumnFamilyHandle state() {
        return state;
    }

    /** With the one that has to be empty. */
    List<ColumnFamilyHandle> families() {
        return List.of(base, state);
    }

    @Override
    public void close() {
        for (AutoCloseable closeable : owned) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("RocksDB was not closed", e);
            }
        }
    }
}
