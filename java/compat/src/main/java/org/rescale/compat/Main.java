// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rocksdb.RocksDB;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line: writes checkpoints with the RocksDB version on the class path, and checks databases with it.
 *
 * <p>Exit status: 0 if all went well, 1 if a check or RocksDB failed, 2 if the command line makes no sense, 4 if this
 * RocksDB version cannot write the profile asked for.
 */
@Command(
        name = "rescale-compat",
        mixinStandardHelpOptions = true,
        description = "Writes checkpoints with one RocksDB version and checks rescaled ones with another.",
        subcommands = {WriteCommand.class, CheckCommand.class, ProfilesCommand.class, VersionCommand.class})
public final class Main {

    static final int EXIT_FAILED = 1;
    static final int EXIT_USAGE = 2;
    static final int EXIT_UNSUPPORTED = 4;

    private Main() {}

    /**
     * Runs one command and exits with its status.
     *
     * @param args command, options
     */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command; returns the exit status. */
    static int run(String... args) {
        RocksDB.loadLibrary();
        return new CommandLine(new Main())
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    commandLine.getErr().println(commandLine.getCommandName() + ": " + message(exception));
                    return exception instanceof IllegalArgumentException ? EXIT_USAGE : EXIT_FAILED;
                })
                .execute(args);
    }

    /** Some exceptions, such as those of missing files, say what happened by their class only. */
    private static String message(Exception exception) {
        return exception instanceof IllegalArgumentException ? exception.getMessage() : exception.toString();
    }
}
