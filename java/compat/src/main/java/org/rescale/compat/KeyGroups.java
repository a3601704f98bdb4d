// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

/**
 * The key-group arithmetic of a Flink job with a fixed maximum parallelism.
 *
 * <p>Key groups are numbered {@code 0 .. maxParallelism - 1}. A state key starts with its key group, big-endian, in
 * {@link #prefixLength()} bytes: one if {@code maxParallelism <= 128}, else two. Source: Flink 1.20,
 * {@code CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix} and {@code KeyGroupRangeAssignment}.
 */
final class KeyGroups {

    private final int maxParallelism;

    /**
     * @param maxParallelism number of key groups, 1 to 32768
     * @throws IllegalArgumentException if it is outside these limits
     */
    KeyGroups(int maxParallelism) {
        if (maxParallelism < 1 || maxParallelism > 1 << 15) {
            throw new IllegalArgumentException("max parallelism must be 1 to 32768, not " + maxParallelism);
        }
        this.maxParallelism = maxParallelism;
    }

    int maxParallelism() {
        return maxParallelism;
    }

    /** Bytes that a key group takes in front of a key: 1 or 2. */
    int prefixLength() {
        return maxParallelism <= 128 ? 1 : 2;
    }

    /** The key-group prefix; {@code keyGroup == maxParallelism} gives the exclusive end of all keys. */
    byte[] prefix(int keyGroup) {
        return prefixLength() == 1
                ? new byte[] {(byte) keyGroup}
                : new byte[] {(byte) (keyGroup >>> 8), (byte) keyGroup};
    }

    /** The key group a key starts with. */
    int keyGroupOf(byte[] key) {
        int first = key[0] & 0xff;
        return prefixLength() == 1 ? first : first << 8 | key[1] & 0xff;
    }

    /** The range that subtask {@code index} of {@code parallelism} owns. */
    KeyGroupRange rangeOf(int index, int parallelism) {
        int start = (index * maxParallelism + parallelism - 1) / parallelism;
        int end = ((index + 1) * maxParallelism - 1) / parallelism;
        return new KeyGroupRange(start, end);
    }
}
