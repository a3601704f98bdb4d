// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.Serializable;

/** What the test job is told, one key at a time. */
final class Event implements Serializable {

    private static final long serialVersionUID = 1;

    /** What to do with the key. */
    enum Kind {
        /** Adds {@link #number} to its states and sets a timer at it. */
        UPDATE,
        /** Clears its states; its timers stay. */
        CLEAR,
        /** Tells its states. */
        PROBE,
        /** Tells what a state has that only this key has, and sets it to {@link #number}. */
        RARE,
        /** Moves event time to {@link #number}. */
        TIME
    }

    final Kind kind;
    final int key;
    final long number;

    Event(Kind kind, int key, long number) {
        this.kind = kind;
        this.key = key;
        this.number = number;
    }
}
