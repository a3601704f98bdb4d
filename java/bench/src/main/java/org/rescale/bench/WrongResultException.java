// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

/** A strategy restored something else than what the sources have: no time of it is worth anything. */
final class WrongResultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WrongResultException(String message) {
        super(message);
    }
}
