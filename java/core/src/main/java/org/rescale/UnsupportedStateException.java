// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** A source is sound, but cannot be rescaled here: its version, comparator, codec, or a live write-ahead log. */
public final class UnsupportedStateException extends RescaleException {

    private static final long serialVersionUID = 1;

    UnsupportedStateException(StatusCode code, String message, String path, long offsetBytes) {
        super(code, message, path, offsetBytes);
    }
}
