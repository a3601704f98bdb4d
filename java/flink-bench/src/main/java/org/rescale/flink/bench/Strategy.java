// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.util.List;
import org.apache.flink.configuration.Configuration;

/** A way to restore after a rescale: a state backend and its options. */
enum Strategy {
    /** Flink as it comes. */
    STOCK("rocksdb", false),

    /** Flink 2: each handle's database is clipped and imported into one, if its files reach no further than its range. */
    INGEST("rocksdb", true, "state.backend.rocksdb.use-ingest-db-restore-mode"),

    /** Flink 2: files wholly out of range are dropped before anything is copied. */
    DELETE_FILES("rocksdb", true, "state.backend.rocksdb.rescaling.use-delete-files-in-range"),

    /** Flink 2: all that it offers. */
    INGEST_AND_CLEAN(
            "rocksdb",
            true,
            "state.backend.rocksdb.use-ingest-db-restore-mode",
            "state.backend.rocksdb.rescaling.use-delete-files-in-range",
            "state.backend.rocksdb.incremental-restore-async-compact-after-rescale"),

    /** Ours. */
    RESCALE("org.rescale.flink.RescaleStateBackendFactory", false);

    private final String backend;
    private final boolean onlyInFlink2;
    private final List<String> switches;

    Strategy(String backend, boolean onlyInFlink2, String... switches) {
        this.backend = backend;
        this.onlyInFlink2 = onlyInFlink2;
        this.switches = List.of(switches);
    }

    boolean isIn(String flinkVersion) {
        return !onlyInFlink2 || !flinkVersion.startsWith("1.");
    }

    void apply(Configuration config) {
        config.setString("state.backend.type", backend);
        switches.forEach(key -> config.setString(key, "true"));
    }
}
