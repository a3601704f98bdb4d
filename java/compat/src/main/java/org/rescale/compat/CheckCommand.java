// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDBException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks databases against a model; prints a line for each. All of them share one block cache. */
@Command(name = "check", description = "Check databases against a model.")
final class CheckCommand implements Callable<Integer> {

    private static final long CACHE_BYTES = 64L << 20;

    /** A directory and the key groups it must hold. */
    private static final class Target {

        @Option(
                names = "--db",
                required = true,
                paramLabel = "DIR",
                description = "Database directory; only read, a copy is checked.")
        private Path directory;

        @Option(
                names = "--range",
                required = true,
                paramLabel = "LO-HI",
                description = "Key groups it must hold, both ends included.")
        private String range;
    }

    @ArgGroup(exclusive = false, multiplicity = "1..*")
    private List<Target> targets;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "FILE",
            description = "Model written beside the checkpoints.")
    private Path model;

    @Option(
            names = "--max-parallelism",
            required = true,
            paramLabel = "P",
            description = "Number of key groups.")
    private int maxParallelism;

    @Option(
            names = "--read-only-phase",
            description = "Also open read-only and read everything, before anything else.")
    private boolean readOnlyPhase;

    @Option(
            names = "--skip-verify-checksum",
            description = "Do not ask RocksDB to verify block checksums: 6.x cannot where a file was ingested"
                    + " with its sequence number written in place.")
    private boolean skipVerifyChecksum;

    @Override
    public Integer call() throws IOException {
        Model expected = ModelFile.read(model);
        int failures = 0;
        try (Cache cache = new LRUCache(CACHE_BYTES)) {
            DatabaseCheck check =
                    new DatabaseCheck(cache, new KeyGroups(maxParallelism), readOnlyPhase, !skipVerifyChecksum);
            for (Target target : targets) {
                failures += passes(check, expected, target) ? 0 : 1;
            }
        }
        return failures == 0 ? 0 : Main.EXIT_FAILED;
    }

    private static boolean passes(DatabaseCheck check, Model expected, Target target) throws IOException {
        try {
            int keys = check.run(target.directory, expected, KeyGroupRange.parse(target.range));
            System.out.println("ok " + target.directory + " [" + target.range + "] " + keys + " keys");
            return true;
        } catch (CheckFailedException | RocksDBException e) {
            System.out.println("FAIL " + target.directory + " [" + target.range + "] " + printable(e.getMessage()));
            return false;
        }
    }

    /** RocksDB puts raw bytes into some messages. */
    private static String printable(String message) {
        return message.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
