// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/** Writes into a database under check and into its model, as a task would that goes on from here. */
final class WriteCheck implements StateWriter {

    private static final int NEW_KEYS = 100;

    private final OpenDatabase database;

    WriteCheck(OpenDatabase database) {
        this.database = database;
    }

    /**
     * Overwrites every third key, deletes every seventh, merges into every fifth list, and writes new keys.
     *
     * @param range where new keys go
     */
    void write(Model model, KeyGroupRange range, KeyGroups keyGroups) throws RocksDBException {
        StateWriter writer = new TeeStateWriter(this, model);
        for (StateColumn column : StateColumn.values()) {
            List<byte[]> keys = new ArrayList<>(model.column(column).keySet());
            for (int i = 0; i < keys.size(); i++) {
                if (i % 3 == 0) {
                    writer.put(column, keys.get(i), newValue(column, i));
                } else if (i % 7 == 0) {
                    writer.delete(column, keys.get(i));
                } else if (i % 5 == 0 && column == StateColumn.LIST) {
                    writer.merge(column, keys.get(i), newValue(column, i));
                }
            }
            writeNewKeys(column, range, keyGroups, writer);
        }
    }

    private static void writeNewKeys(StateColumn column, KeyGroupRange range, KeyGroups keyGroups, StateWriter writer)
            throws RocksDBException {
        int width = range.end() - range.start() + 1;
        for (int i = 0; i < NEW_KEYS; i++) {
            byte[] prefix = keyGroups.prefix(range.start() + i % width);
            byte[] text = ("new-" + i).getBytes(StandardCharsets.US_ASCII);
            byte[] key = Arrays.copyOf(prefix, prefix.length + text.length);
            System.arraycopy(text, 0, key, prefix.length, text.length);
            writer.put(column, key, newValue(column, i));
        }
    }

    private static byte[] newValue(StateColumn column, int number) {
        return (column.familyName() + "-written-by-check-" + number).getBytes(StandardCharsets.US_ASCII);
    }

    void flush() throws RocksDBException {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
            database.db().flush(options, database.families());
        }
    }

    /** Rewrites every SST of every column family into the last level. */
    void compactToBottom() throws RocksDBException {
        try (CompactRangeOptions options =
                new CompactRangeOptions().setBottommostLevelCompaction(BottommostLevelCompaction.kForce)) {
            for (ColumnFamilyHandle family : database.families()) {
                database.db().compactRange(family, null, null, options);
            }
        }
    }

    @Override
    public void put(StateColumn column, byte[] key, byte[] value) throws RocksDBException {
        database.db().put(database.family(column), key, value);
    }

    @Override
    public void delete(StateColumn column, byte[] key) throws RocksDBException {
        database.db().delete(database.family(column), key);
    }

    @Override
    public void singleDelete(StateColumn column, byte[] key) throws RocksDBException {
        database.db().singleDelete(database.family(column), key);
    }

    @Override
    public void merge(StateColumn column, byte[] key, byte[] operand) throws RocksDBException {
        database.db().merge(database.family(column), key, operand);
    }

    @Override
    public void deleteRange(StateColumn column, byte[] begin, byte[] end) throws RocksDBException {
        database.db().deleteRange(database.family(column), begin, end);
    }
}
