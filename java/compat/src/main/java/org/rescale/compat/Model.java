// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a database must hold: for each column family the live keys, in the order of unsigned bytes, and their values.
 *
 * <p>As a {@link StateWriter} it applies every operation at once, so that writer and checker agree on the result
 * without asking RocksDB.
 */
final class Model implements StateWriter {

    private final Map<StateColumn, NavigableMap<byte[], byte[]>> columns = new EnumMap<>(StateColumn.class);

    Model() {
        for (StateColumn column : StateColumn.values()) {
            columns.put(column, new TreeMap<>(Arrays::compareUnsigned));
        }
    }

    /** Live keys and values; the map itself, not a copy. */
    NavigableMap<byte[], byte[]> column(StateColumn column) {
        return columns.get(column);
    }

    /** A new model with the keys of {@code range} only. */
    Model restrictedTo(KeyGroupRange range, KeyGroups keyGroups) {
        byte[] begin = keyGroups.prefix(range.start());
        byte[] end = keyGroups.prefix(range.end() + 1);
        Model restricted = new Model();
        columns.forEach((column, state) -> restricted.column(column).putAll(state.subMap(begin, true, end, false)));
        return restricted;
    }

    /** Adds all keys of another model, which must have none in common with this one. */
    void addDisjoint(Model other) {
        other.columns.forEach((column, state) -> state.forEach((key, value) -> {
            if (columns.get(column).put(key, value) != null) {
                throw new IllegalStateException("two tasks hold the same key");
            }
        }));
    }

    int keyCount() {
        return columns.values().stream().mapToInt(Map::size).sum();
    }

    @Override
    public void put(StateColumn column, byte[] key, byte[] value) {
        column(column).put(key, value);
    }

    @Override
    public void delete(StateColumn column, byte[] key) {
        column(column).remove(key);
    }

    @Override
    public void singleDelete(StateColumn column, byte[] key) {
        column(column).remove(key);
    }

    @Override
    public void merge(StateColumn column, byte[] key, byte[] operand) {
        column(column).merge(key, operand, Model::join);
    }

    @Override
    public void deleteRange(StateColumn column, byte[] begin, byte[] end) {
        column(column).subMap(begin, true, end, false).clear();
    }

    /** What RocksDB's {@code stringappendtest} operator makes of two operands: a comma between them. */
    private static byte[] join(byte[] existing, byte[] operand) {
        byte[] joined = Arrays.copyOf(existing, existing.length + 1 + operand.length);
        joined[existing.length] = ',';
        System.arraycopy(operand, 0, joined, existing.length + 1, operand.length);
        return joined;
    }
}
