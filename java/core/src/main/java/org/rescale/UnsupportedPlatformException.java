// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** The native library cannot be used in this JVM: not built for the platform, or it does not load. */
public final class UnsupportedPlatformException extends RescaleException {

    private static final long serialVersionUID = 1;

    UnsupportedPlatformException(String message, Throwable cause) {
        super(StatusCode.NOT_SUPPORTED, message, null, -1);
        initCause(cause);
    }
}
