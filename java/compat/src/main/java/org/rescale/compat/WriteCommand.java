// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.rocksdb.RocksDBException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the checkpoints of a job and the model of what they hold. */
@Command(name = "write", description = "Write the checkpoints of a job, DIR/0 to DIR/N-1, and their model, DIR/model.")
final class WriteCommand implements Callable<Integer> {

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where to write; created if need be.")
    private Path out;

    @Option(
            names = "--parallelism",
            required = true,
            paramLabel = "N",
            description = "Number of tasks.")
    private int parallelism;

    @Option(
            names = "--max-parallelism",
            required = true,
            paramLabel = "P",
            description = "Number of key groups.")
    private int maxParallelism;

    @Option(
            names = "--keys",
            defaultValue = "4000",
            paramLabel = "K",
            description = "Keys in each column family of the job, live or not (default: ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Equal seeds give equal state (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--profile",
            required = true,
            paramLabel = "NAME",
            description = "See the profiles command.")
    private String profileName;

    @Override
    public Integer call() throws RocksDBException, IOException {
        Profile profile = Profiles.named(profileName);
        if (!FamilyOptions.supports(profile)) {
            System.err.println("write: this RocksDB version cannot write profile " + profileName);
            return Main.EXIT_UNSUPPORTED;
        }
        StateKeys stateKeys = new StateKeys(new KeyGroups(maxParallelism), keys, seed);
        int live = new Job(profile, stateKeys, new Values(seed), parallelism).write(out);
        System.out.println("wrote " + parallelism + " checkpoints, " + live + " live keys");
        return 0;
    }
}
