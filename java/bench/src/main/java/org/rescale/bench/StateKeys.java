// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.util.Arrays;
import org.rescale.KeyGroupRange;

/** Keys of 96 bytes: the key group, big-endian, as in Flink; a counter in decimal; and a fixed tail. */
final class StateKeys {

    static final int KEY_BYTES = 96;

    private static final int PREFIX_BYTES = KeyGroupRange.prefixBytes(RescaleCase.MAX_PARALLELISM);
    private static final int COUNTER_DIGITS = 16;

    private StateKeys() {}

    /** A new key. */
    static byte[] key(int keyGroup, long counter) {
        byte[] key = new byte[KEY_BYTES];
        System.arraycopy(prefix(keyGroup), 0, key, 0, PREFIX_BYTES);
        long rest = counter;
        for (int i = PREFIX_BYTES + COUNTER_DIGITS - 1; i >= PREFIX_BYTES; i--) {
            key[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        Arrays.fill(key, PREFIX_BYTES + COUNTER_DIGITS, KEY_BYTES, (byte) 'k');
        return key;
    }

    /** Not after any key of the range. */
    static byte[] begin(KeyGroupRange range) {
        return prefix(range.first());
    }

    /** After every key of the range, and not after any of later key groups. */
    static byte[] end(KeyGroupRange range) {
        return prefix(range.last() + 1);
    }

    private static byte[] prefix(int keyGroup) {
        byte[] prefix = new byte[PREFIX_BYTES];
        for (int i = 0; i < PREFIX_BYTES; i++) {
            prefix[i] = (byte) (keyGroup >>> Byte.SIZE * (PREFIX_BYTES - 1 - i));
        }
        return prefix;
    }
}
