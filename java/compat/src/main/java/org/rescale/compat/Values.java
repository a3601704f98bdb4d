// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Values by seed, column, key and time. Some compress well, some not at all; most are 16 to 200 bytes long, a few some
 * 3000. List elements are short text without a comma; timers have no value.
 */
final class Values {

    private final long seed;

    Values(long seed) {
        this.seed = seed;
    }

    /** @param time which write to the key this is; equal times give equal values */
    byte[] value(StateColumn column, byte[] key, int time) {
        long hash = hash(column, key, time);
        if (column == StateColumn.TIMER) {
            return new byte[0];
        }
        if (column == StateColumn.LIST) {
            return ("element-" + time + "-" + Long.toHexString(hash)).getBytes(StandardCharsets.US_ASCII);
        }
        int length = Mix.pick(hash, 0, 97) == 0 ? 3000 : 16 + Mix.pick(hash, 8, 185);
        return Mix.pick(hash, 20, 4) == 0 ? noise(hash, length) : words(hash, length);
    }

    /** 2000 bytes that do not compress. */
    byte[] noise(StateColumn column, byte[] key, int time) {
        return noise(hash(column, key, time), 2000);
    }

    /** Chooses what happens to a key: the same in every round. */
    long lifeHash(StateColumn column, byte[] key) {
        return hash(column, key, -1);
    }

    private long hash(StateColumn column, byte[] key, int time) {
        long keyHash = 0;
        for (byte b : key) {
            keyHash = keyHash * 1099511628211L + b;
        }
        return Mix.of(seed, keyHash, column.ordinal() * 1000L + time);
    }

    private static byte[] noise(long hash, int length) {
        SplittableRandom random = new SplittableRandom(hash);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static byte[] words(long hash, int length) {
        String word = "value-" + Long.toHexString(hash & 0xffff) + "-of-a-user-session;";
        byte[] repeated = word.repeat(length / word.length() + 1).getBytes(StandardCharsets.US_ASCII);
        return Arrays.copyOf(repeated, length);
    }
}
