// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** The target is there already, or somebody works on it or has a source open. */
public final class TargetUnavailableException extends RescaleException {

    private static final long serialVersionUID = 1;

    TargetUnavailableException(StatusCode code, String message, String path, long offsetBytes) {
        super(code, message, path, offsetBytes);
    }
}
