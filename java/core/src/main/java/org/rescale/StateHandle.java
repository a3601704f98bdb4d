// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.file.Path;
import java.util.Objects;

/**
 * One old subtask's state on this machine: a directory with a RocksDB checkpoint, and the key groups that the subtask
 * owned. Keys outside the range are leftovers of an earlier rescale and belong to nobody. Immutable.
 */
public final class StateHandle {

    private final Path directory;
    private final KeyGroupRange range;

    /**
     * Names a handle; nothing is looked at yet.
     *
     * @param directory holds CURRENT, MANIFEST and OPTIONS; for more than a plan also the SSTs that the plan needs
     * @param range what the old subtask owned
     */
    public StateHandle(Path directory, KeyGroupRange range) {
        this.directory = Objects.requireNonNull(directory, "directory");
        this.range = Objects.requireNonNull(range, "range");
    }

    /**
     * Where the state is.
     *
     * @return the directory as it was given
     */
    public Path directory() {
        return directory;
    }

    /**
     * What the old subtask owned.
     *
     * @return its key groups
     */
    public KeyGroupRange range() {
        return range;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateHandle
                && ((StateHandle) other).directory.equals(directory)
                && ((StateHandle) other).range.equals(range);
    }

    @Override
    public int hashCode() {
        return Objects.hash(directory, range);
    }

    @Override
    public String toString() {
        return directory + " " + range;
    }
}
