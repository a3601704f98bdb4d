// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.Objects;

/** An SST of one of the sources. Immutable; may be a key in a map. */
public final class SourceFile {

    private final int source;
    private final String fileName;

    /**
     * Names a file.
     *
     * @param source index of the handle in the list of sources
     * @param fileName such as {@code 000042.sst}
     */
    public SourceFile(int source, String fileName) {
        this.source = source;
        this.fileName = Objects.requireNonNull(fileName, "fileName");
    }

    /**
     * Which source.
     *
     * @return index of the handle in the list of sources
     */
    public int source() {
        return source;
    }

    /**
     * The file's name in the source's directory.
     *
     * @return such as {@code 000042.sst}
     */
    public String fileName() {
        return fileName;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceFile
                && ((SourceFile) other).source == source
                && ((SourceFile) other).fileName.equals(fileName);
    }

    @Override
    public int hashCode() {
        return fileName.hashCode() * 31 + source;
    }

    @Override
    public String toString() {
        return "source " + source + " " + fileName;
    }
}
