// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;
import org.rescale.StateHandle;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** How many entries some state has, and a hash of them in the order of their keys. Immutable. */
final class StateDigest {

    private static final int SHOWN_DIGITS = 16;

    private final long entries;
    private final String hash;

    private StateDigest(Reader reader) {
        entries = reader.entries;
        StringBuilder hex = new StringBuilder();
        for (byte b : reader.hash.digest()) {
            hex.append(String.format("%02x", b));
        }
        hash = hex.toString();
    }

    /** What a task should have: what its sources have of its key groups. They are read in linked copies. */
    static StateDigest ofSources(RestoreTask task, Path aside) throws IOException, RocksDBException {
        Reader reader = new Reader();
        for (StateHandle source : task.sources()) {
            Directories.linkDatabase(source.directory(), aside);
            try (HostDatabase database = HostDatabase.open(aside, task.sstBytes())) {
                byte[] begin = StateKeys.begin(task.partOf(source));
                byte[] end = StateKeys.end(task.partOf(source));
                reader.read(database, database.state(), begin, end);
            }
            Directories.delete(aside);
        }
        return new StateDigest(reader);
    }

    /** All that a database has, in any of its column families and key groups. */
    static StateDigest of(HostDatabase database) throws RocksDBException {
        Reader reader = new Reader();
        for (ColumnFamilyHandle family : database.families()) {
            reader.read(database, family, null, null);
        }
        return new StateDigest(reader);
    }

    long entries() {
        return entries;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateDigest
                && ((StateDigest) other).entries == entries
                && ((StateDigest) other).hash.equals(hash);
    }

    @Override
    public int hashCode() {
        return Objects.hash(entries, hash);
    }

    @Override
    public String toString() {
        return entries + " entries of digest " + hash.substring(0, SHOWN_DIGITS);
    }

    /** Reads entries; those of several databases as if they were one. */
    private static final class Reader {

        private final MessageDigest hash = sha256();
        private final ByteBuffer sizes = ByteBuffer.allocate(2 * Integer.BYTES);
        private long entries;

        /** From {@code begin} to before {@code end}; null: no bound. */
        void read(HostDatabase database, ColumnFamilyHandle family, byte[] begin, byte[] end) throws RocksDBException {
            try (ReadOptions read = new ReadOptions().setFillCache(false);
                    RocksIterator iterator = database.db().newIterator(family, read)) {
                if (begin == null) {
                    iterator.seekToFirst();
                } else {
                    iterator.seek(begin);
                }
                while (iterator.isValid() && isBefore(iterator.key(), end)) {
                    add(iterator.key(), iterator.value());
                    iterator.next();
                }
                iterator.status();
            }
        }

        private static boolean isBefore(byte[] key, byte[] end) {
            return end == null || Arrays.compareUnsigned(key, end) < 0;
        }

        private void add(byte[] key, byte[] value) {
            sizes.clear();
            hash.update(sizes.putInt(key.length).putInt(value.length).array());
            hash.update(key);
            hash.update(value);
            entries++;
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every Java platform has it
            }
        }
    }
}
