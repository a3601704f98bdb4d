// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database that was written, synced and checked: what one new subtask opens. Only tells; immutable. */
public final class RescaledDb {

    private final Path directory;
    private final int subtask;
    private final KeyGroupRange range;
    private final List<String> columnFamilies;
    private final List<RescaledFile> files;
    private final RescaleReport report;
    private final List<String> warnings;

    RescaledDb(MessageReader in) {
        directory = in.path();
        subtask = in.smallLong();
        int first = in.intValue();
        int last = in.intValue();
        range = first <= last ? KeyGroupRange.of(first, last) : null;
        columnFamilies = in.list(MessageReader::string);
        files = in.list(RescaledFile::new);
        report = new RescaleReport(in);
        warnings = in.list(MessageReader::string);
    }

    /**
     * Where it is.
     *
     * @return the RocksDB directory
     */
    public Path directory() {
        return directory;
    }

    /**
     * Which new subtask it is for.
     *
     * @return its index; 0 for the result of a clip or an ingest
     */
    public int subtask() {
        return subtask;
    }

    /**
     * Which key groups it holds.
     *
     * @return the range; empty for the result of an ingest
     */
    public Optional<KeyGroupRange> range() {
        return Optional.ofNullable(range);
    }

    /**
     * All column families, those without files included.
     *
     * @return their names, read as UTF-8
     */
    public List<String> columnFamilies() {
        return columnFamilies;
    }

    /**
     * All SSTs.
     *
     * @return each with where it came from
     */
    public List<RescaledFile> files() {
        return files;
    }

    /**
     * The SSTs that have the same bytes as a file of a source, and so need not be stored again by whoever keeps that
     * file. What was trimmed is not among them. This map is the only way to know: names and sizes may be the same by
     * chance.
     *
     * @return from the source's file to its name in {@link #directory()}; no name comes twice
     */
    public Map<SourceFile, String> identicalFiles() {
        Map<SourceFile, String> identical = new LinkedHashMap<>();
        for (RescaledFile file : files) {
            if (file.identical()) {
                identical.put(file.source(), file.fileName());
            }
        }
        return Collections.unmodifiableMap(identical);
    }

    /**
     * How it came about.
     *
     * @return counts, bytes and times
     */
    public RescaleReport report() {
        return report;
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
        return directory + (range == null ? "" : " " + range) + ": " + report;
    }
}
