// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.Locale;

/** RocksDB's names of SSTs. */
final class SstNames {

    private SstNames() {}

    /** {@code 000042.sst}. */
    static String of(long number) {
        return String.format(Locale.ROOT, "%06d.sst", number);
    }
}
