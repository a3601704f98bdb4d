// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One way to write a task's database: RocksDB options, by their names in RocksDB's option strings, and {@link Habit}s.
 *
 * <p>Options travel as text because that reaches those without a Java method (Ribbon filters, XXH3 in 6.29), and
 * because a version refuses by itself what it does not know.
 */
final class Profile {

    /** What a task does beside plain writing. */
    enum Habit {
        /** Leaves compaction to RocksDB, with small write buffers; otherwise files are placed on levels by hand. */
        AUTOMATIC_COMPACTION,
        /** Never compacts: every flush stays in level 0. */
        NO_COMPACTION,
        /** Overwrites some keys often and holds a snapshot of each version, so that one key fills blocks and files. */
        KEEPS_VERSIONS,
        /** Starts with keys of other tasks and deletes them by range, as Flink does when it scales out. */
        FOREIGN_KEYS,
        /** Flushes range deletions and deletions on their own, so that some SSTs hold no value. */
        TOMBSTONE_FILES,
        /** Ingests external files between rounds. */
        INGESTS,
        /** Like {@link #INGESTS}, with the global sequence number written into the file. */
        INGESTS_IN_PLACE,
        /** Leaves the last round in the write-ahead log. */
        LIVE_WAL
    }

    private final String name;
    private final String summary;
    private final Map<String, String> familyOptions = new TreeMap<>();
    private final Map<String, String> tableOptions = new TreeMap<>();
    private final Set<Habit> habits = EnumSet.noneOf(Habit.class);

    /** A profile with small blocks, a full Bloom filter, and the version's own defaults for the rest. */
    Profile(String name, String summary) {
        this.name = name;
        this.summary = summary;
        tableOptions.put("block_size", "512");
        tableOptions.put("filter_policy", "bloomfilter:10:false");
    }

    Profile family(String option, String value) {
        familyOptions.put(option, value);
        return this;
    }

    Profile table(String option, String value) {
        tableOptions.put(option, value);
        return this;
    }

    Profile habit(Habit habit) {
        habits.add(habit);
        return this;
    }

    String name() {
        return name;
    }

    String summary() {
        return summary;
    }

    Map<String, String> familyOptions() {
        return Collections.unmodifiableMap(familyOptions);
    }

    Map<String, String> tableOptions() {
        return Collections.unmodifiableMap(tableOptions);
    }

    boolean has(Habit habit) {
        return habits.contains(habit);
    }
}
