// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** The operation was cancelled, or its thread interrupted; in that case the thread's interrupt status is set. */
public final class RescaleCancelledException extends RescaleException {

    private static final long serialVersionUID = 1;

    RescaleCancelledException(StatusCode code, String message, String path, long offsetBytes) {
        super(code, message, path, offsetBytes);
    }
}
