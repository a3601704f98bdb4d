// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.List;

/** What a plan holds for one new subtask, decided from the MANIFESTs alone. Immutable; outlives its plan. */
public final class PlannedTarget {

    private final int subtask;
    private final KeyGroupRange range;
    private final long filesSkipped;
    private final long filesLinked;
    private final long filesTrimmed;
    private final long bytesSkipped;
    private final long bytesLinked;
    private final long bytesTrimmed;
    private final long bytesExpected;
    private final List<String> warnings;

    PlannedTarget(MessageReader in) {
        subtask = in.smallLong();
        range = KeyGroupRange.of(in.intValue(), in.intValue());
        filesSkipped = in.longValue();
        filesLinked = in.longValue();
        filesTrimmed = in.longValue();
        bytesSkipped = in.longValue();
        bytesLinked = in.longValue();
        bytesTrimmed = in.longValue();
        bytesExpected = in.longValue();
        warnings = in.list(MessageReader::string);
    }

    /**
     * The new subtask.
     *
     * @return its index
     */
    public int subtask() {
        return subtask;
    }

    /**
     * What the new subtask owns.
     *
     * @return its key groups
     */
    public KeyGroupRange range() {
        return range;
    }

    /**
     * Source files that are not needed.
     *
     * @return a count
     */
    public long filesSkipped() {
        return filesSkipped;
    }

    /**
     * Source files that are taken as they are.
     *
     * @return a count
     */
    public long filesLinked() {
        return filesLinked;
    }

    /**
     * Source files of which a part is taken.
     *
     * @return a count
     */
    public long filesTrimmed() {
        return filesTrimmed;
    }

    /**
     * Size of the source files that are not needed.
     *
     * @return bytes
     */
    public long bytesSkipped() {
        return bytesSkipped;
    }

    /**
     * Size of the source files that are taken as they are.
     *
     * @return bytes
     */
    public long bytesLinked() {
        return bytesLinked;
    }

    /**
     * Size of the source files of which a part is taken.
     *
     * @return bytes
     */
    public long bytesTrimmed() {
        return bytesTrimmed;
    }

    /**
     * Size of the target's SSTs.
     *
     * @return bytes; an estimate where files are trimmed
     */
    public long bytesExpected() {
        return bytesExpected;
    }

    /**
     * What a person should know.
     *
     * @return one sentence each; empty when all is as it should be
     */
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public String toString() {
        return "subtask " + subtask + " " + range + ": " + filesLinked + " files linked, " + filesTrimmed + " trimmed, "
                + filesSkipped + " skipped";
    }
}
