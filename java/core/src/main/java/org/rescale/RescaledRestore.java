// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A restored subtask: rescales local state handles and opens the result with the RocksDB that is on the class path
 * (frocksdbjni or rocksdbjni, 6.20 to 11), with automatic compaction paused. A caller that keeps track of which files
 * are in its last checkpoint does so, then calls {@link #resumeCompaction()}: a compaction before would replace files
 * that need not be stored again.
 *
 * <p>Knows no stream processor. Thread-safe, but what {@link #db()} returns must not be used after {@link #close()}.
 */
public final class RescaledRestore implements AutoCloseable {

    private final RescaledDb rescaled;
    private final RocksDB db;
    private final Map<String, ColumnFamilyHandle> columnFamilies;
    private final List<ColumnFamilyHandle> paused;
    private final RestoreOptions options;
    private boolean closed;

    private RescaledRestore(
            RescaledDb rescaled,
            RocksDB db,
            Map<String, ColumnFamilyHandle> columnFamilies,
            List<ColumnFamilyHandle> paused,
            RestoreOptions options) {
        this.rescaled = rescaled;
        this.db = db;
        this.columnFamilies = columnFamilies;
        this.paused = paused;
        this.options = options;
    }

    /**
     * Begins to describe a restore.
     *
     * @param rescaler does the rescale
     * @return a builder
     */
    public static Builder builder(Rescaler rescaler) {
        return new Builder(Objects.requireNonNull(rescaler, "rescaler"));
    }

    /**
     * What was written: directory, files and where they came from, counters.
     *
     * @return the database's description
     */
    public RescaledDb rescaled() {
        return rescaled;
    }

    /**
     * The opened database.
     *
     * @return closed by {@link #close()}
     */
    public RocksDB db() {
        return db;
    }

    /**
     * All column families.
     *
     * @return from name to handle; handles are closed by {@link #close()}
     */
    public Map<String, ColumnFamilyHandle> columnFamilies() {
        return columnFamilies;
    }

    /**
     * One column family.
     *
     * @param name its name
     * @return its handle, closed by {@link #close()}
     * @throws IllegalArgumentException if there is none of that name
     */
    public ColumnFamilyHandle columnFamily(String name) {
        ColumnFamilyHandle handle = columnFamilies.get(name);
        if (handle == null) {
            throw new IllegalArgumentException("no column family " + name + " among " + columnFamilies.keySet());
        }
        return handle;
    }

    /**
     * Lets automatic compaction go on in every column family whose options do not disable it. Further calls, and one
     * after {@link #close()}, do nothing.
     *
     * @throws RocksDBException as RocksDB says; may be called again then
     */
    public synchronized void resumeCompaction() throws RocksDBException {
        if (closed || paused.isEmpty()) {
            return;
        }
        db.enableAutoCompaction(paused);
        paused.clear();
    }

    /** Closes the handles and the database; the directory stays. Further calls do nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        columnFamilies.values().forEach(ColumnFamilyHandle::close);
        db.close();
        options.close();
    }

    /** Describes a restore. Not thread-safe. */
    public static final class Builder {

        private final Rescaler rescaler;
        private List<StateHandle> sources = List.of();
        private int parallelism = 1;
        private int subtask;
        private Path directory;
        private DBOptions databaseOptions;
        private Function<String, ColumnFamilyOptions> familyOptions;

        private Builder(Rescaler rescaler) {
            this.rescaler = rescaler;
        }

        /**
         * The state to restore.
         *
         * @param sources the state of the old subtasks that overlap the new one, or of more
         * @return this
         */
        public Builder sources(List<StateHandle> sources) {
            this.sources = List.copyOf(sources);
            return this;
        }

        /**
         * Who restores.
         *
         * @param parallelism of the new job
         * @param subtask index in the new job
         * @return this
         */
        public Builder subtask(int parallelism, int subtask) {
            this.parallelism = parallelism;
            this.subtask = subtask;
            return this;
        }

        /**
         * Where to put the database. On the sources' file system files are linked, elsewhere copied.
         *
         * @param directory gets a directory named by the subtask's index; made if missing
         * @return this
         */
        public Builder directory(Path directory) {
            this.directory = directory;
            return this;
        }

        /**
         * With which options to open.
         *
         * @param options stay the caller's, and open as long as the database; null for RocksDB's defaults
         * @return this
         */
        public Builder databaseOptions(DBOptions options) {
            this.databaseOptions = options;
            return this;
        }

        /**
         * With which options to open each column family.
         *
         * @param options called with each column family's name, read as UTF-8; may return the same object more than
         *     once; what it returns stays the caller's, open as long as the database, and is as before after
         *     {@link #open()}. Null for RocksDB's defaults.
         * @return this
         */
        public Builder columnFamilyOptions(Function<String, ColumnFamilyOptions> options) {
            this.familyOptions = options;
            return this;
        }

        /**
         * Rescales and opens.
         *
         * @return the restored subtask, which the caller closes
         * @throws RescaleException as {@link Rescaler} says; nothing is left then
         * @throws RocksDBException if RocksDB does not open the result, which is then removed
         */
        public RescaledRestore open() throws RescaleException, RocksDBException {
            Objects.requireNonNull(directory, "directory");
            RescaledDb rescaled = rescaler.run(sources, parallelism, subtask, directory);
            try {
                return openRescaled(rescaled);
            } catch (RocksDBException | RuntimeException | Error e) {
                DirectoryTree.delete(rescaled.directory(), e);
                throw e;
            }
        }

        private RescaledRestore openRescaled(RescaledDb rescaled) throws RocksDBException {
            RestoreOptions options = new RestoreOptions(databaseOptions, familyOptions, rescaled.columnFamilies());
            try {
                List<ColumnFamilyHandle> handles = new ArrayList<>();
                RocksDB db = options.openPaused(rescaled.directory(), handles);
                Map<String, ColumnFamilyHandle> byName = new LinkedHashMap<>();
                List<ColumnFamilyHandle> paused = new ArrayList<>();
                for (int i = 0; i < handles.size(); i++) {
                    byName.put(rescaled.columnFamilies().get(i), handles.get(i));
                    if (options.compacts(i)) {
                        paused.add(handles.get(i));
                    }
                }
                return new RescaledRestore(rescaled, db, Collections.unmodifiableMap(byName), paused, options);
            } catch (RocksDBException | RuntimeException | Error e) {
                options.close();
                throw e;
            }
        }
    }
}
