// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;

/** A stored file is longer or shorter than its handle says. */
final class WrongSizeException extends IOException {

    private static final long serialVersionUID = 1;

    WrongSizeException(String message) {
        super(message);
    }
}
