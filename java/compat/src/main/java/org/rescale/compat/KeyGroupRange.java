// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

/** A range of key groups that includes both ends, as in Flink. */
final class KeyGroupRange {

    private final int start;
    private final int end;

    /** @throws IllegalArgumentException if {@code start} is negative or above {@code end} */
    KeyGroupRange(int start, int end) {
        if (start < 0 || start > end) {
            throw new IllegalArgumentException("not a key-group range: " + start + "-" + end);
        }
        this.start = start;
        this.end = end;
    }

    /**
     * Reads {@code LO-HI}.
     *
     * @throws IllegalArgumentException if the text is not two numbers in order
     */
    static KeyGroupRange parse(String text) {
        int dash = text.indexOf('-');
        if (dash <= 0) {
            throw new IllegalArgumentException("not a key-group range: " + text);
        }
        return new KeyGroupRange(Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    boolean contains(int keyGroup) {
        return start <= keyGroup && keyGroup <= end;
    }

    @Override
    public String toString() {
        return start + "-" + end;
    }
}
