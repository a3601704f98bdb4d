// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The options a restore opens with: the caller's, or defaults that are closed with this. RocksDB keeps copies of them,
 * so disabling compaction in them while it opens pauses it, and they can be put back at once.
 */
final class RestoreOptions implements AutoCloseable {

    private final DBOptions databaseOptions;
    private final List<ColumnFamilyDescriptor> families = new ArrayList<>();
    private final Map<ColumnFamilyOptions, Boolean> disabledBefore = new IdentityHashMap<>();
    private final List<AutoCloseable> own = new ArrayList<>();

    RestoreOptions(
            DBOptions databaseOptions, Function<String, ColumnFamilyOptions> familyOptions, List<String> names) {
        Function<String, ColumnFamilyOptions> factory = familyOptions;
        if (factory == null) {
            ColumnFamilyOptions defaults = owned(new ColumnFamilyOptions());
            factory = name -> defaults;
        }
        for (String name : names) {
            ColumnFamilyOptions options =
                    Objects.requireNonNull(factory.apply(name), "no options for column family " + name);
            disabledBefore.putIfAbsent(options, options.disableAutoCompactions());
            families.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options));
        }
        // Last: nobody closes it when the caller's factory throws.
        this.databaseOptions = databaseOptions != null ? databaseOptions : owned(new DBOptions());
    }

    /** Opens with compaction paused; the options are as before afterwards. */
    RocksDB openPaused(Path directory, List<ColumnFamilyHandle> handles) throws RocksDBException {
        try {
            disabledBefore.keySet().forEach(options -> options.setDisableAutoCompactions(true));
            return RocksDB.open(databaseOptions, directory.toString(), families, handles);
        } finally {
            disabledBefore.forEach((options, before) -> options.setDisableAutoCompactions(before));
        }
    }

    /** Whether the caller's options let a column family compact by itself. */
    boolean compacts(int family) {
        return !disabledBefore.get(families.get(family).getOptions());
    }

    @Override
    public void close() {
        for (AutoCloseable closeable : own) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException(e); // options do not throw
            }
        }
    }

    private <T extends AutoCloseable> T owned(T options) {
        own.add(options);
        return options;
    }
}
