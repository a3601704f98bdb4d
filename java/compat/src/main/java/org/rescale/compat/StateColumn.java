// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.nio.charset.StandardCharsets;

/** The column families of a task: the empty default one and one for each state, named as Flink names them. */
enum StateColumn {
    DEFAULT("default"),
    VALUE_A("value-a"),
    /** Like {@link #VALUE_A}, and range deletions. */
    VALUE_B("value-b"),
    /** Written by merges; Flink's list state joins elements with a comma. */
    LIST("list"),
    /** Keys hold a timestamp, values are empty. */
    TIMER("_timer_state/event_user-timers");

    private final String familyName;

    StateColumn(String familyName) {
        this.familyName = familyName;
    }

    String familyName() {
        return familyName;
    }

    byte[] familyNameBytes() {
        return familyName.getBytes(StandardCharsets.UTF_8);
    }
}
