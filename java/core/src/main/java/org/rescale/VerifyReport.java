// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.List;

/** What a check looked at; that there is a report means that nothing wrong was found. Immutable. */
public final class VerifyReport {

    private final long columnFamilies;
    private final long files;
    private final long bytes;
    private final long blocks;
    private final long entries;
    private final List<String> notes;

    VerifyReport(MessageReader in) {
        columnFamilies = in.longValue();
        files = in.longValue();
        bytes = in.longValue();
        blocks = in.longValue();
        entries = in.longValue();
        notes = in.list(MessageReader::string);
    }

    /**
     * Column families.
     *
     * @return a count
     */
    public long columnFamilies() {
        return columnFamilies;
    }

    /**
     * SSTs.
     *
     * @return a count
     */
    public long files() {
        return files;
    }

    /**
     * Size of the SSTs.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Blocks whose checksums were checked.
     *
     * @return a count; 0 unless everything was read
     */
    public long blocks() {
        return blocks;
    }

    /**
     * Entries read, all versions of a key.
     *
     * @return a count; 0 unless everything was read
     */
    public long entries() {
        return entries;
    }

    /**
     * Oddities that do no harm.
     *
     * @return one sentence each
     */
    public List<String> notes() {
        return notes;
    }

    @Override
    public String toString() {
        return files + " files, " + bytes + " bytes, " + entries + " entries read";
    }
}
