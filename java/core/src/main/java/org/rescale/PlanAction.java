// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** What becomes of one source SST in one target. */
public enum PlanAction {
    /** Nothing of it belongs to the target; the file is not looked at and need not be on this machine. */
    SKIP,
    /** All of it belongs to the target: hard-linked (or copied) under a new name, byte for byte. */
    LINK,
    /** A part of it belongs to the target and is written as a new SST. */
    TRIM;

    private static final PlanAction[] BY_NUMBER = values();

    /** The action with the number of {@code rescale/plan.h}, which has the same order. */
    static PlanAction ofNumber(int number) {
        return BY_NUMBER[number];
    }
}
