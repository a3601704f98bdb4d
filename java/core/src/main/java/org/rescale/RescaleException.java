// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An operation did not end well; nothing partial is left behind. The class tells what a caller may do about it:
 * {@link UnsupportedStateException} and {@link UnsupportedPlatformException} (go another way),
 * {@link CorruptStateException} (fail loudly), {@link TargetUnavailableException} (choose another target),
 * {@link RescaleCancelledException} (as asked). This class itself stands for the rest: the system, a missing file, or
 * a fault of ours. A question that makes no sense is an {@link IllegalArgumentException}.
 */
public class RescaleException extends IOException {

    private static final long serialVersionUID = 1;

    /** What went wrong. */
    private final StatusCode code;

    /** The file it is about, or null. */
    private final String path;

    /** Offset in the file, or -1. */
    private final long offsetBytes;

    RescaleException(StatusCode code, String message, String path, long offsetBytes) {
        super(message);
        this.code = code;
        this.path = path;
        this.offsetBytes = offsetBytes;
    }

    /**
     * What went wrong.
     *
     * @return never {@link StatusCode#INVALID_ARGUMENT}
     */
    public final StatusCode code() {
        return code;
    }

    /**
     * The file or directory that this is about.
     *
     * @return its path, when one is known; the message names it too
     */
    public final Optional<String> path() {
        return Optional.ofNullable(path);
    }

    /**
     * Where in the file.
     *
     * @return bytes from the beginning of {@link #path()}, when known
     */
    public final OptionalLong offsetBytes() {
        return offsetBytes < 0 ? OptionalLong.empty() : OptionalLong.of(offsetBytes);
    }
}
