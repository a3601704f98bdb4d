// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.charset.StandardCharsets;

/** Where a native status becomes an exception; the native library calls it. */
final class NativeErrors {

    private NativeErrors() {}

    /**
     * The exception of a status.
     *
     * @param path empty for none
     * @param offsetBytes negative for none
     */
    static Throwable create(int number, byte[] message, byte[] path, long offsetBytes) {
        return create(
                StatusCode.ofNumber(number),
                new String(message, StandardCharsets.UTF_8),
                path.length == 0 ? null : NativePaths.decode(path),
                offsetBytes);
    }

    private static Throwable create(StatusCode code, String message, String path, long offsetBytes) {
        switch (code) {
            case INVALID_ARGUMENT:
                return new IllegalArgumentException(message);
            case CORRUPTION:
                return new CorruptStateException(code, message, path, offsetBytes);
            case NOT_SUPPORTED:
                return new UnsupportedStateException(code, message, path, offsetBytes);
            case BUSY:
            case ALREADY_EXISTS:
                return new TargetUnavailableException(code, message, path, offsetBytes);
            case CANCELLED:
                return new RescaleCancelledException(code, message, path, offsetBytes);
            default:
                return new RescaleException(code, message, path, offsetBytes);
        }
    }
}
