// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rocksdb.RocksDBException;

/** Everything one task writes, in rounds. Deterministic: the same task of the same job writes the same operations. */
final class Workload {

    private final StateKeys keys;
    private final KeyGroupRange range;
    private final Values values;
    private final Map<StateColumn, List<byte[]>> owned = new EnumMap<>(StateColumn.class);

    Workload(StateKeys keys, KeyGroupRange range, Values values) {
        this.keys = keys;
        this.range = range;
        this.values = values;
        for (StateColumn column : StateColumn.values()) {
            owned.put(column, keys.owned(column, range));
        }
    }

    /** The point writes of a round, {@code 0 .. KeyLife.ROUNDS - 1}. */
    void writeRound(int round, StateWriter writer) throws RocksDBException {
        for (StateColumn column : StateColumn.values()) {
            for (byte[] key : owned.get(column)) {
                writeKey(column, key, round, writer);
            }
        }
    }

    private void writeKey(StateColumn column, byte[] key, int round, StateWriter writer) throws RocksDBException {
        long hash = values.lifeHash(column, key);
        KeyLife.Operation operation = column == StateColumn.LIST
                ? KeyLife.listOperation(hash, round)
                : KeyLife.valueOperation(hash, round);
        switch (operation) {
            case PUT:
                writer.put(column, key, values.value(column, key, round));
                break;
            case DELETE:
                writer.delete(column, key);
                break;
            case SINGLE_DELETE:
                writer.singleDelete(column, key);
                break;
            case MERGE:
                writer.merge(column, key, values.value(column, key, round));
                break;
            default:
                break;
        }
    }

    /** Range deletions of a round: some begin and end at keys, others at the first byte of a key group. */
    void deleteRanges(int round, StateWriter writer) throws RocksDBException {
        if (round == 2) {
            deletePercent(StateColumn.VALUE_B, 28, 40, writer);
        } else if (round == 4) {
            deletePercent(StateColumn.VALUE_B, 60, 75, writer);
            deleteMiddleKeyGroups(StateColumn.LIST, writer);
        } else if (round == 6) {
            deletePercent(StateColumn.VALUE_B, 5, 8, writer);
            deletePercent(StateColumn.LIST, 45, 50, writer);
        }
    }

    /** Range deletions with no point write near them. */
    void deleteRangesAlone(StateWriter writer) throws RocksDBException {
        deletePercent(StateColumn.VALUE_A, 33, 37, writer);
        deletePercent(StateColumn.VALUE_B, 90, 97, writer);
    }

    /** Deletes every tenth key that may be deleted. */
    void deleteKeysAlone(StateWriter writer) throws RocksDBException {
        for (StateColumn column : StateColumn.values()) {
            List<byte[]> candidates = owned.get(column);
            for (int i = 0; i < candidates.size(); i += 10) {
                if (mayTouch(column, candidates.get(i))) {
                    writer.delete(column, candidates.get(i));
                }
            }
        }
    }

    /**
     * Overwrites three keys with values that do not compress. With a snapshot after each call, one key's versions fill
     * blocks and files of their own.
     */
    void writeHotKeys(int time, StateWriter writer) throws RocksDBException {
        List<byte[]> all = owned.get(StateColumn.VALUE_A);
        for (int percent : new int[] {10, 34, 69}) {
            byte[] key = firstTouchable(StateColumn.VALUE_A, all.subList(all.size() * percent / 100, all.size()));
            if (key != null) {
                writer.put(StateColumn.VALUE_A, key, values.noise(StateColumn.VALUE_A, key, time));
            }
        }
    }

    private byte[] firstTouchable(StateColumn column, List<byte[]> candidates) {
        return candidates.stream().filter(key -> mayTouch(column, key)).findFirst().orElse(null);
    }

    /** Writes stale values for some keys of other tasks. */
    void writeForeignKeys(StateWriter writer) throws RocksDBException {
        for (StateColumn column : StateColumn.values()) {
            List<byte[]> foreign = keys.foreign(column, range);
            for (int i = 0; i < foreign.size(); i += 4) {
                writer.put(column, foreign.get(i), values.value(column, foreign.get(i), 100));
            }
        }
    }

    /** Deletes all key groups outside the range, as Flink does after it has copied or linked too much. */
    void deleteForeignKeys(StateWriter writer) throws RocksDBException {
        KeyGroups groups = keys.keyGroups();
        for (StateColumn column : StateColumn.values()) {
            if (range.start() > 0) {
                writer.deleteRange(column, groups.prefix(0), groups.prefix(range.start()));
            }
            if (range.end() + 1 < groups.maxParallelism()) {
                writer.deleteRange(column, groups.prefix(range.end() + 1), groups.prefix(groups.maxParallelism()));
            }
        }
    }

    /**
     * The content of an external file: keys in order, null for a deletion.
     *
     * @param time keys differ by time, and values do
     */
    SortedMap<byte[], byte[]> externalEntries(StateColumn column, int time) {
        SortedMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        List<byte[]> candidates = owned.get(column);
        for (int i = time % 7; i < candidates.size(); i += 7) {
            byte[] key = candidates.get(i);
            if (mayTouch(column, key)) {
                boolean deletes = i % 5 == 0 && time > 0;
                entries.put(key, deletes ? null : values.value(column, key, 200 + time));
            }
        }
        return entries;
    }

    private boolean mayTouch(StateColumn column, byte[] key) {
        return column == StateColumn.LIST || !KeyLife.isSingleDeleted(values.lifeHash(column, key));
    }

    private void deletePercent(StateColumn column, int from, int to, StateWriter writer) throws RocksDBException {
        List<byte[]> all = owned.get(column);
        int begin = all.size() * from / 100;
        int end = all.size() * to / 100;
        if (begin < end) {
            writer.deleteRange(column, all.get(begin), all.get(end));
        }
    }

    private void deleteMiddleKeyGroups(StateColumn column, StateWriter writer) throws RocksDBException {
        int quarter = (range.end() - range.start()) / 4;
        if (quarter > 0) {
            int middle = range.start() + 2 * quarter;
            KeyGroups groups = keys.keyGroups();
            writer.deleteRange(column, groups.prefix(middle), groups.prefix(middle + Math.max(1, quarter / 2)));
        }
    }
}
