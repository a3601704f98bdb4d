// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** One SST of a target and where it came from. Immutable. */
public final class RescaledFile {

    private final SourceFile source;
    private final String columnFamily;
    private final String fileName;
    private final long sizeBytes;
    private final boolean identical;

    RescaledFile(MessageReader in) {
        int index = in.smallLong();
        columnFamily = in.string();
        source = new SourceFile(index, SstNames.of(in.longValue()));
        fileName = SstNames.of(in.longValue());
        sizeBytes = in.longValue();
        identical = in.booleanValue();
    }

    /**
     * The file it was made of.
     *
     * @return the source handle's index and the file's name there
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
     * The file's name in the target.
     *
     * @return such as {@code 000123.sst}
     */
    public String fileName() {
        return fileName;
    }

    /**
     * Size in the target.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Whether it has the same bytes as the source's file.
     *
     * @return true if it was linked or copied whole, false if it was trimmed
     */
    public boolean identical() {
        return identical;
    }

    @Override
    public String toString() {
        return fileName + " of " + source + (identical ? "" : ", trimmed");
    }
}
