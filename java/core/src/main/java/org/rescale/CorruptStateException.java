// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** Bytes of a source contradict their format or checksum. The message gives file, offset, expected and found. */
public final class CorruptStateException extends RescaleException {

    private static final long serialVersionUID = 1;

    CorruptStateException(StatusCode code, String message, String path, long offsetBytes) {
        super(code, message, path, offsetBytes);
    }
}
