// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;

/** A stored file is longer or shorter than its handle says. */
final class WrongSizeException extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean ofSst;

    WrongSizeException(String message, boolean ofSst) {
        super(message);
        this.ofSst = ofSst;
    }

    boolean isOfSst() {
        return ofSst;
    }
}
