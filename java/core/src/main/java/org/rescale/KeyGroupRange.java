// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.Optional;

/**
 * Key groups {@code first..last}, both ends included, as Flink's class of this name; never empty. Also holds Flink's
 * arithmetic of key groups ({@code KeyGroupRangeAssignment} and {@code CompositeKeySerializationUtils}). Immutable.
 */
public final class KeyGroupRange {

    /** The largest max parallelism that Flink allows. */
    public static final int UPPER_BOUND_MAX_PARALLELISM = 1 << 15;

    private final int first;
    private final int last;

    private KeyGroupRange(int first, int last) {
        this.first = first;
        this.last = last;
    }

    /**
     * A range from its ends.
     *
     * @param first first key group
     * @param last last key group, itself included
     * @return the range
     * @throws IllegalArgumentException unless {@code 0 <= first <= last < 32768}
     */
    public static KeyGroupRange of(int first, int last) {
        if (first < 0 || first > last || last >= UPPER_BOUND_MAX_PARALLELISM) {
            throw new IllegalArgumentException("not a range of key groups: [" + first + "," + last + "]");
        }
        return new KeyGroupRange(first, last);
    }

    /**
     * All key groups of a job.
     *
     * @param maxParallelism the job's max parallelism
     * @return {@code [0, maxParallelism - 1]}
     * @throws IllegalArgumentException unless max parallelism is 1 to 32768
     */
    public static KeyGroupRange all(int maxParallelism) {
        return new KeyGroupRange(0, checkMaxParallelism(maxParallelism) - 1);
    }

    /**
     * The key groups of a subtask.
     *
     * @param maxParallelism the job's max parallelism
     * @param parallelism number of subtasks
     * @param subtask index of the subtask
     * @return its range
     * @throws IllegalArgumentException unless {@code 0 <= subtask < parallelism <= maxParallelism <= 32768}
     */
    public static KeyGroupRange ofSubtask(int maxParallelism, int parallelism, int subtask) {
        checkParallelism(maxParallelism, parallelism);
        if (subtask < 0 || subtask >= parallelism) {
            throw new IllegalArgumentException("subtask must be 0 to " + (parallelism - 1) + ", not " + subtask);
        }
        int first = (subtask * maxParallelism + parallelism - 1) / parallelism;
        int last = ((subtask + 1) * maxParallelism - 1) / parallelism;
        return new KeyGroupRange(first, last);
    }

    /**
     * The subtask that owns a key group.
     *
     * @param maxParallelism the job's max parallelism
     * @param parallelism number of subtasks
     * @param keyGroup the key group
     * @return index of the subtask
     * @throws IllegalArgumentException if an argument is out of bounds
     */
    public static int subtaskOf(int maxParallelism, int parallelism, int keyGroup) {
        checkParallelism(maxParallelism, parallelism);
        if (keyGroup < 0 || keyGroup >= maxParallelism) {
            throw new IllegalArgumentException("key group must be 0 to " + (maxParallelism - 1) + ", not " + keyGroup);
        }
        return keyGroup * parallelism / maxParallelism;
    }

    /**
     * The key group of a key.
     *
     * @param keyHash the key's {@link Object#hashCode()}
     * @param maxParallelism the job's max parallelism
     * @return {@code murmur(keyHash) mod maxParallelism}
     * @throws IllegalArgumentException unless max parallelism is 1 to 32768
     */
    public static int keyGroupOf(int keyHash, int maxParallelism) {
        return murmurHash(keyHash) % checkMaxParallelism(maxParallelism);
    }

    /**
     * How many bytes a key group takes in front of every key.
     *
     * @param maxParallelism the job's max parallelism
     * @return 1 up to 128, else 2
     * @throws IllegalArgumentException unless max parallelism is 1 to 32768
     */
    public static int prefixBytes(int maxParallelism) {
        return checkMaxParallelism(maxParallelism) > 128 ? 2 : 1;
    }

    /**
     * The first key group.
     *
     * @return 0 or more
     */
    public int first() {
        return first;
    }

    /**
     * The last key group, which is in the range.
     *
     * @return {@link #first()} or more
     */
    public int last() {
        return last;
    }

    /**
     * How many key groups these are.
     *
     * @return 1 or more
     */
    public int size() {
        return last - first + 1;
    }

    /**
     * Whether a key group is in the range.
     *
     * @param keyGroup any number
     * @return true if {@code first <= keyGroup <= last}
     */
    public boolean contains(int keyGroup) {
        return first <= keyGroup && keyGroup <= last;
    }

    /**
     * The key groups that are in both ranges.
     *
     * @param other another range
     * @return empty when there are none
     */
    public Optional<KeyGroupRange> intersect(KeyGroupRange other) {
        int begin = Math.max(first, other.first);
        int end = Math.min(last, other.last);
        return begin <= end ? Optional.of(new KeyGroupRange(begin, end)) : Optional.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyGroupRange
                && ((KeyGroupRange) other).first == first
                && ((KeyGroupRange) other).last == last;
    }

    @Override
    public int hashCode() {
        return first * 31 + last;
    }

    @Override
    public String toString() {
        return "[" + first + "," + last + "]";
    }

    static int checkMaxParallelism(int maxParallelism) {
        if (maxParallelism < 1 || maxParallelism > UPPER_BOUND_MAX_PARALLELISM) {
            throw new IllegalArgumentException("max parallelism must be 1 to 32768, not " + maxParallelism);
        }
        return maxParallelism;
    }

    static void checkParallelism(int maxParallelism, int parallelism) {
        checkMaxParallelism(maxParallelism);
        if (parallelism < 1 || parallelism > maxParallelism) {
            throw new IllegalArgumentException(
                    "parallelism must be 1 to max parallelism " + maxParallelism + ", not " + parallelism);
        }
    }

    /** Flink's {@code MathUtils.murmurHash}: never negative. */
    private static int murmurHash(int code) {
        int hash = code * 0xcc9e2d51;
        hash = Integer.rotateLeft(hash, 15) * 0x1b873593;
        hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
        hash ^= Integer.BYTES;
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        hash ^= hash >>> 16;
        if (hash >= 0) {
            return hash;
        }
        return hash == Integer.MIN_VALUE ? 0 : -hash;
    }
}
