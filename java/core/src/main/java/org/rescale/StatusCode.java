// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** Why an operation did not end well; the native library's codes. */
public enum StatusCode {
    /** The question makes no sense; nothing was touched. */
    INVALID_ARGUMENT(1),
    /** The system said no. */
    IO_ERROR(2),
    /** A file or directory is missing. */
    NOT_FOUND(3),
    /** A fault of ours. */
    INTERNAL(4),
    /** Bytes contradict their format or checksum. */
    CORRUPTION(5),
    /** Sound, but beyond this library: a version, a comparator, a codec, a platform. */
    NOT_SUPPORTED(6),
    /** Locked by somebody else. */
    BUSY(7),
    /** The target is there already. */
    ALREADY_EXISTS(8),
    /** Stopped on request. */
    CANCELLED(9);

    private final int number;

    StatusCode(int number) {
        this.number = number;
    }

    /** The code with the number of {@code rescale/status.h}; a number of a future version is {@link #INTERNAL}. */
    static StatusCode ofNumber(int number) {
        for (StatusCode code : values()) {
            if (code.number == number) {
                return code;
            }
        }
        return INTERNAL;
    }
}
