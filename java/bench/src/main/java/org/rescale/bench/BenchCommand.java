// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: makes the state, checks every strategy, and then has JMH measure them. */
@Command(name = "bench-jmh", sortOptions = false, description = "See scripts/bench-jmh --help.")
final class BenchCommand implements Callable<Integer> {

    private static final String WORK_ARGUMENT = "-D" + RestoreBenchmark.WORK + "=";

    @Spec
    private CommandSpec spec;

    @Option(names = "--work", paramLabel = "DIR", required = true, description = "Where to write.")
    private Path work;

    @Option(names = "--mib", paramLabel = "N", split = ",", defaultValue = "256", description = "State of a source.")
    private List<Integer> mib;

    @Option(names = "--cases", paramLabel = "N->M", split = ",", defaultValue = "4->2,4->8,4->6,4->3")
    private List<String> cases;

    @Option(names = "--strategies", paramLabel = "NAME", split = ",", description = "All by default.")
    private List<String> strategies =
            Arrays.stream(Strategy.values()).map(Strategy::benchmark).collect(Collectors.toList());

    @Option(names = "--forks", paramLabel = "N", defaultValue = "5", description = "JVMs of each.")
    private int forks;

    @Option(names = "--warmups", paramLabel = "N", defaultValue = "1", description = "Restores before that.")
    private int warmups;

    @Option(names = "--json", paramLabel = "FILE", description = "Gets the results.")
    private Path json;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new BenchCommand());
        command.setExecutionExceptionHandler((e, line, parsed) -> {
            line.getErr().println("bench-jmh: " + (e instanceof WrongResultException ? e.getMessage() : e));
            return line.getCommandSpec().exitCodeOnExecutionException();
        });
        return command;
    }

    @Override
    public Integer call() throws IOException, RocksDBException, RunnerException {
        work = work.toAbsolutePath();
        List<RescaleCase> parsed = checkArguments();
        Files.createDirectories(work);
        RocksDB.loadLibrary(); // before that it has no version
        System.out.println("RocksDB " + RocksDB.rocksdbVersion());
        for (int size : mib) {
            for (RescaleCase rescale : parsed) {
                prepare(size, rescale);
            }
        }
        Rounds rounds = new Rounds(WORK_ARGUMENT);
        for (int round = 0; round < forks; round++) {
            System.out.printf("Round %d of %d%n", round + 1, forks);
            rounds.add(new Runner(options()).run());
        }
        ResultFormatFactory.getInstance(ResultFormatType.TEXT, System.out).writeOut(rounds.results());
        if (json != null) {
            writeJson(rounds);
        }
        return 0;
    }

    private List<RescaleCase> checkArguments() {
        require(forks > 0, "--forks " + forks + ": 1 or more is needed");
        require(warmups >= 0, "--warmups " + warmups + ": 0 or more is needed");
        mib.forEach(size -> require(size > 0, "--mib " + size + ": 1 or more is needed"));
        List<String> known =
                Arrays.stream(Strategy.values()).map(Strategy::benchmark).collect(Collectors.toList());
        strategies.forEach(
                name -> require(known.contains(name), "--strategies " + name + ": one of " + known + " is needed"));
        require(
                json == null || Files.isDirectory(json.toAbsolutePath().getParent()),
                "--json " + json + ": no such directory");
        List<RescaleCase> parsed = new ArrayList<>();
        for (String text : cases) {
            try {
                parsed.add(RescaleCase.parse(text));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), "--cases: " + e.getMessage());
            }
        }
        return parsed;
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** Makes the sources, and checks every strategy: a wrong one fails the run before anything is measured. */
    private void prepare(int size, RescaleCase rescale) throws IOException, RocksDBException {
        RestoreTask task = new SourceState(work, size, SourceState.SST_BYTES).make(rescale);
        ResultCheck check = new ResultCheck(task, work.resolve("checked"));
        for (Strategy strategy : Strategy.values()) {
            if (strategies.contains(strategy.benchmark())) {
                check.check(strategy.benchmark(), strategy::restore);
            }
        }
        System.out.printf(
                "%s of %d MiB a task: %s, restored right by %s%n", rescale, size, check.expected(), strategies);
    }

    private Options options() {
        return new OptionsBuilder()
                .include(RestoreBenchmark.class.getName() + "\\.(" + String.join("|", strategies) + ")$")
                .param("mib", mib.stream().map(String::valueOf).toArray(String[]::new))
                .param("rescale", cases.toArray(new String[0]))
                .forks(1)
                .warmupIterations(warmups)
                .jvmArgs("-Xmx1g")
                .jvmArgsAppend(WORK_ARGUMENT + work)
                .shouldFailOnError(true)
                .build();
    }

    private void writeJson(Rounds rounds) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(json), false, "UTF-8")) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(rounds.results());
            if (out.checkError()) {
                throw new IOException(json + ": could not be written");
            }
        }
    }
}
