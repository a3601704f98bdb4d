// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line. */
@Command(
        name = "bench-flink",
        sortOptions = false,
        description = "Fills the state of a Flink job, and restores its checkpoint at other parallelisms, by turns with each"
                + " strategy; beside them, a checkpoint taken at the new parallelism is restored as it is. Checks what"
                + " accounts hold after each restore.")
final class RestoreBench implements Callable<Integer> {

    private static final int MIB = 1 << 20;
    private static final String SAME = "no rescale";

    @Option(names = "--work", paramLabel = "DIR", required = true, description = "Where to write.")
    private Path work;

    @Option(names = "--accounts", paramLabel = "N", defaultValue = "2000000", description = "Some 650 bytes each on disk.")
    private long accounts;

    @Option(names = "--from", paramLabel = "P", defaultValue = "4", description = "Parallelism of the first checkpoint.")
    private int from;

    @Option(names = "--to", paramLabel = "P", split = ",", defaultValue = "2,3,6,8", description = "Restored at these.")
    private List<Integer> to;

    @Option(names = "--chain", paramLabel = "P", split = ",", description = "Instead, one after the other at these.")
    private List<Integer> chain = List.of();

    @Option(names = "--strategies", split = ",", description = "Of ${COMPLETION-CANDIDATES}; all that this Flink has.")
    private List<Strategy> strategies = Arrays.asList(Strategy.values());

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Of each; medians are printed.")
    private int rounds;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "5", description = "Work after each restore.")
    private int seconds;

    @Option(names = "--request-ms", paramLabel = "MS", defaultValue = "0", description = "What a request to the store takes.")
    private long requestMs;

    @Option(names = "--store-mib", paramLabel = "N", defaultValue = "0", description = "MiB/s of the store; 0: no limit.")
    private long storeMib;

    @Option(names = "--csv", paramLabel = "FILE", description = "Each restore, a line.")
    private Path csv;

    /**
     * Runs it.
     *
     * @param args as the help says
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new RestoreBench()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        String version = EnvironmentInformation.getVersion();
        strategies = strategies.stream().filter(strategy -> strategy.isIn(version)).collect(Collectors.toList());
        try (Workplace place = new Workplace(work.toAbsolutePath(), accounts);
                PrintWriter lines = csv == null ? null : new PrintWriter(Files.newBufferedWriter(csv))) {
            Records records = new Records(from, lines);
            long start = System.nanoTime();
            Workplace.Kept filled = place.keep(place.fill(from), "from");
            System.out.printf(
                    Locale.ROOT,
                    "Flink %s: %,d accounts at parallelism %d, filled in %.0f s%n",
                    version,
                    accounts,
                    from,
                    (System.nanoTime() - start) / 1e9);
            Store.throttle = new Throttle(requestMs, storeMib * MIB);
            if (chain.isEmpty()) {
                restoreEach(place, filled, records);
            } else {
                restoreInTurn(place, filled, records);
            }
        }
        return 0;
    }

    private void restoreEach(Workplace place, Workplace.Kept filled, Records records) throws Exception {
        for (int parallelism : to) {
            Workplace.Kept[] same = {null};
            String name = "at-" + parallelism;
            place.restore(
                    Strategy.RESCALE, parallelism, place.use(filled), 0, path -> same[0] = place.keep(path, name));
            for (int round = 0; round < rounds; round++) {
                records.add(
                        SAME, parallelism, round, restore(place, Strategy.STOCK, parallelism, place.use(same[0])));
                for (Strategy strategy : strategies) {
                    records.add(
                            strategy.name(),
                            parallelism,
                            round,
                            restore(place, strategy, parallelism, place.use(filled)));
                }
            }
            records.print(parallelism);
        }
    }

    private Outcome restore(Workplace place, Strategy strategy, int parallelism, String checkpoint) throws Exception {
        return place.restore(strategy, parallelism, checkpoint, seconds, path -> {});
    }

    private void restoreInTurn(Workplace place, Workplace.Kept filled, Records records) throws Exception {
        Map<Strategy, List<List<Outcome>>> chains = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Strategy strategy : strategies) {
                List<Outcome> steps = new ArrayList<>();
                String[] checkpoint = {place.use(filled)};
                for (int parallelism : chain) {
                    Outcome outcome =
                            place.restore(strategy, parallelism, checkpoint[0], seconds, path -> checkpoint[0] = path);
                    records.write(strategy.name(), parallelism, round, outcome);
                    steps.add(outcome);
                }
                chains.computeIfAbsent(strategy, s -> new ArrayList<>()).add(steps);
            }
        }
        Records.printChains(from, chain, chains);
    }
}
