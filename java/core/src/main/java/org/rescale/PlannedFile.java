// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.Optional;

/** One source SST in the plan of one target. Immutable. */
public final class PlannedFile {

    private final SourceFile source;
    private final String columnFamily;
    private final PlanAction action;
    private final String reason;
    private final int sourceLevel;
    private final int targetLevel;
    private final String targetFileName;
    private final long sizeBytes;
    private final long expectedBytes;

    PlannedFile(MessageReader in) {
        int index = in.smallLong();
        columnFamily = in.string();
        action = PlanAction.ofNumber(in.intValue());
        reason = in.string();
        sourceLevel = in.intValue();
        targetLevel = in.intValue();
        source = new SourceFile(index, SstNames.of(in.longValue()));
        long targetNumber = in.longValue();
        targetFileName = targetNumber == 0 ? null : SstNames.of(targetNumber);
        sizeBytes = in.longValue();
        expectedBytes = in.longValue();
    }

    /**
     * Which file it is.
     *
     * @return the source handle's index and the file's name
     */
    public SourceFile source() {
        return source;
    }

    /**
     * The column family it belongs to.
     *
     * @return its name
     */
    public String columnFamily() {
        return columnFamily;
    }

    /**
     * What becomes of it.
     *
     * @return the action
     */
    public PlanAction action() {
        return action;
    }

    /**
     * Why.
     *
     * @return a few words for people
     */
    public String reason() {
        return reason;
    }

    /**
     * The file's level in its source.
     *
     * @return 0 is the newest
     */
    public int sourceLevel() {
        return sourceLevel;
    }

    /**
     * The file's level in the target.
     *
     * @return 0 is the newest; of no meaning when skipped
     */
    public int targetLevel() {
        return targetLevel;
    }

    /**
     * The file's name in the target.
     *
     * @return empty when skipped
     */
    public Optional<String> targetFileName() {
        return Optional.ofNullable(targetFileName);
    }

    /**
     * Size of the source file.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Size in the target.
     *
     * @return bytes: 0 when skipped, exact when linked, an estimate when trimmed
     */
    public long expectedBytes() {
        return expectedBytes;
    }

    @Override
    public String toString() {
        return source + " (" + columnFamily + "): " + action + ", " + reason;
    }
}
