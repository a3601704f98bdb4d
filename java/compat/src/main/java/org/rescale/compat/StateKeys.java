// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The keys of a job in each column, and which of them belong to a task. Deterministic from the seed. */
final class StateKeys {

    private final KeyGroups keyGroups;
    private final int count;
    private final long seed;

    /** @param count number of keys in each column of the whole job */
    StateKeys(KeyGroups keyGroups, int count, long seed) {
        this.keyGroups = keyGroups;
        this.count = count;
        this.seed = seed;
    }

    KeyGroups keyGroups() {
        return keyGroups;
    }

    /** Keys of {@code column} in {@code range}, in the order of unsigned bytes. */
    List<byte[]> owned(StateColumn column, KeyGroupRange range) {
        return select(column, range, true);
    }

    /** Keys of {@code column} outside {@code range}, in the order of unsigned bytes. */
    List<byte[]> foreign(StateColumn column, KeyGroupRange range) {
        return select(column, range, false);
    }

    private List<byte[]> select(StateColumn column, KeyGroupRange range, boolean inside) {
        if (column == StateColumn.DEFAULT) {
            return Collections.emptyList();
        }
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long id = Mix.of(seed, i);
            int keyGroup = Mix.pick(id, 8, keyGroups.maxParallelism());
            if (range.contains(keyGroup) == inside) {
                keys.add(column == StateColumn.TIMER ? timerKey(keyGroup, id) : stateKey(keyGroup, id));
            }
        }
        keys.sort(Arrays::compareUnsigned);
        return keys;
    }

    /** Key-group prefix, then text of 20 to 43 bytes. */
    private byte[] stateKey(int keyGroup, long id) {
        byte[] text = text(id);
        return ByteBuffer.allocate(keyGroups.prefixLength() + text.length)
                .put(keyGroups.prefix(keyGroup))
                .put(text)
                .array();
    }

    /** Key-group prefix, then a timestamp with its sign bit flipped, then the text of the state key. */
    private byte[] timerKey(int keyGroup, long id) {
        byte[] text = text(id);
        long timestamp = 1_700_000_000_000L + Mix.pick(id, 20, 86_400_000);
        return ByteBuffer.allocate(keyGroups.prefixLength() + Long.BYTES + text.length)
                .put(keyGroups.prefix(keyGroup))
                .putLong(timestamp ^ Long.MIN_VALUE)
                .put(text)
                .array();
    }

    private static byte[] text(long id) {
        String text = "key-" + String.format("%016x", id) + "x".repeat(Mix.pick(id, 40, 24));
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
