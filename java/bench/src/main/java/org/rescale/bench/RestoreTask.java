// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.util.List;
import org.rescale.KeyGroupRange;
import org.rescale.StateHandle;

/** The new task that is restored, and the checkpoints it is restored from. Immutable. */
final class RestoreTask {

    private final RescaleCase rescale;
    private final List<StateHandle> sources;
    private final long sstBytes;

    RestoreTask(RescaleCase rescale, List<StateHandle> sources, long sstBytes) {
        this.rescale = rescale;
        this.sources = List.copyOf(sources);
        this.sstBytes = sstBytes;
    }

    RescaleCase rescale() {
        return rescale;
    }

    /** In the order of their key groups. */
    List<StateHandle> sources() {
        return sources;
    }

    /** What the new task owns. */
    KeyGroupRange range() {
        return rescale.targetRange();
    }

    /** How large SSTs are. */
    long sstBytes() {
        return sstBytes;
    }

    /** Key groups that the task gets from a source. */
    KeyGroupRange partOf(StateHandle source) {
        return source.range().intersect(range()).orElseThrow();
    }

    /** Whether a source has more than the task gets from it. */
    boolean isCut(StateHandle source) {
        return !partOf(source).equals(source.range());
    }
}
