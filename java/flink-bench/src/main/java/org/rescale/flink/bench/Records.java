// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The outcomes of all restores: a line each in a file, and tables of medians on the terminal. */
final class Records {

    private static final double MIB = 1 << 20;

    private final int from;
    private final PrintWriter csv;
    private final Map<String, List<Outcome>> current = new LinkedHashMap<>();

    /** @param csv null if nobody wants it */
    Records(int from, PrintWriter csv) {
        this.from = from;
        this.csv = csv;
        if (csv != null) {
            csv.println(Outcome.CSV_HEADER);
        }
    }

    /** Adds one to the table that is printed next. */
    void add(String strategy, int to, int round, Outcome outcome) {
        current.computeIfAbsent(strategy, name -> new ArrayList<>()).add(outcome);
        write(strategy, to, round, outcome);
    }

    void write(String strategy, int to, int round, Outcome outcome) {
        if (csv != null) {
            csv.println(outcome.csv(strategy, from, to, round));
            csv.flush();
        }
    }

    /** Prints the medians of what was added; the first strategy is what the others are compared with. */
    void print(int to) {
        System.out.printf(
                "%n%d -> %d          longest task  (min ... max)    / first  until running  fetched     local  "
                        + "1st checkpoint of state   accesses/s%n",
                from, to);
        double first = median(current.values().iterator().next(), outcome -> outcome.longestTask);
        current.forEach((strategy, outcomes) -> System.out.printf(
                Locale.ROOT,
                "%-16s %9.3f s  (%.3f ... %.3f)  %6.2f  %11.3f s  %5.0f MiB %5.0f MiB  %8.1f MiB %6.1f %%   %8.0f%n",
                strategy,
                median(outcomes, outcome -> outcome.longestTask),
                outcomes.stream().mapToDouble(o -> o.longestTask).min().getAsDouble(),
                outcomes.stream().mapToDouble(o -> o.longestTask).max().getAsDouble(),
                median(outcomes, outcome -> outcome.longestTask) / first,
                median(outcomes, outcome -> outcome.untilRunning),
                median(outcomes, outcome -> outcome.fetched / MIB),
                median(outcomes, outcome -> outcome.local / MIB),
                median(outcomes, outcome -> outcome.uploaded / MIB),
                median(outcomes, outcome -> 100.0 * outcome.uploaded / outcome.state),
                median(outcomes, outcome -> outcome.accessesPerSecond)));
        current.clear();
    }

    /** Prints, for each strategy, the medians of each step and their sum. */
    static void printChains(int from, List<Integer> parallelisms, Map<Strategy, List<List<Outcome>>> chains) {
        System.out.printf(
                "%nlongest task of each step, and its first checkpoint: how long it took, and what it uploaded%n%-17s",
                from);
        parallelisms.forEach(parallelism -> System.out.printf(" -> %-24d", parallelism));
        System.out.println("  in all");
        chains.forEach((strategy, rounds) -> {
            System.out.printf("%-16s", strategy);
            double seconds = 0;
            double mib = 0;
            for (int i = 0; i < parallelisms.size(); i++) {
                int step = i;
                List<Outcome> outcomes = new ArrayList<>();
                rounds.forEach(steps -> outcomes.add(steps.get(step)));
                double longest = median(outcomes, outcome -> outcome.longestTask);
                double uploaded = median(outcomes, outcome -> outcome.uploaded / MIB);
                double checkpoint = median(outcomes, outcome -> outcome.checkpoint);
                System.out.printf(Locale.ROOT, " %6.2f + %5.2f s %6.0f MiB ", longest, checkpoint, uploaded);
                seconds += longest + checkpoint;
                mib += uploaded;
            }
            System.out.printf(Locale.ROOT, " %7.2f s %6.0f MiB%n", seconds, mib);
        });
    }

    private static double median(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
        double[] sorted = outcomes.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
