// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.nio.file.Path;

/** One MiB for each of the old tasks, in several SSTs. */
final class SmallState {

    static final int MIB = 1;
    static final long SST_BYTES = 128 << 10;

    private SmallState() {}

    static SourceState in(Path work) {
        return new SourceState(work, MIB, SST_BYTES);
    }

    static RestoreTask make(Path work, String rescale) throws Exception {
        return in(work).make(RescaleCase.parse(rescale));
    }

    /** Of each key group that an old task had, when there were that many tasks. */
    static long entriesOfGroup(int groups) {
        return (1 << 20) / (96 + 128) / groups;
    }
}
