// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

/** Repeatable hashing: every choice of the writer is a function of the seed and of what is being chosen. */
final class Mix {

    private Mix() {}

    /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    static long of(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    static long of(long first, long second) {
        return of(of(first) ^ second);
    }

    static long of(long first, long second, long third) {
        return of(of(first, second) ^ third);
    }

    /** {@code hash} reduced to {@code 0 .. bound - 1}, using the bits from {@code shift} on. */
    static int pick(long hash, int shift, int bound) {
        return (int) Long.remainderUnsigned(hash >>> shift, bound);
    }
}
