// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

/** A database does not hold what its model says; the message names the check and the first difference. */
final class CheckFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    CheckFailedException(String message) {
        super(message);
    }
}
