// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/** Compares what strategies restore with what the sources have. */
final class ResultCheck {

    private final RestoreTask task;
    private final Path place;
    private final StateDigest expected;

    /** Reads the sources. Strategies will restore to {@code place}; what is there is removed. */
    ResultCheck(RestoreTask task, Path place) throws IOException, RocksDBException {
        this.task = task;
        this.place = place;
        Directories.delete(place);
        expected = StateDigest.ofSources(task, place);
        if (expected.entries() == 0) {
            throw new IllegalStateException(task.rescale()
                    + ": the sources were expected to have entries in key groups " + task.range() + ", none found");
        }
    }

    /** Restores, and compares right afterwards and once more after a compaction of everything. */
    void check(String name, Strategy.Restore restore) throws IOException, RocksDBException {
        Directories.delete(place);
        try (HostDatabase database = restore.restore(task, place)) {
            compare(name, "right after the restore", StateDigest.of(database));
            compactAll(database);
            compare(name, "after a compaction", StateDigest.of(database));
        }
        Directories.delete(place);
    }

    StateDigest expected() {
        return expected;
    }

    private void compare(String name, String when, StateDigest found) {
        if (!found.equals(expected)) {
            throw new WrongResultException(name + " restored " + task.rescale() + " wrong: " + found + " were found "
                    + when + ", " + expected + " expected, which the sources have in key groups " + task.range());
        }
    }

    private static void compactAll(HostDatabase database) throws RocksDBException {
        try (FlushOptions flush = new FlushOptions()) {
            database.db().flush(flush, database.state());
        }
        database.db().compactRange(database.state());
    }
}
