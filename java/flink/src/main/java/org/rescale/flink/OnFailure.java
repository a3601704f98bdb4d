// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;

/** What happens when a rescale could have been done without copying state, but that went wrong. */
public enum OnFailure {
    /** Flink restores the original handles in its own way, after a warning with the reason. */
    FALLBACK,
    /** The task fails with the reason. */
    FAIL
}
