// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * Runs of JMH with one fork each, put together as if they were forks of one run. JMH itself has all forks of a
 * benchmark one after the other, so that what the machine does meanwhile falls on one strategy; in rounds, on all.
 * Scores and errors are JMH's own, over all forks.
 */
final class Rounds {

    /** Unit of a metric that counts bytes, and of one that counts something else. */
    private static final String BYTES = "B";

    private static final String COUNT = "#";

    private final String hiddenArgument;
    private final Map<String, List<BenchmarkResult>> forks = new LinkedHashMap<>();
    private int rounds;

    /** JVM arguments that begin with {@code hiddenArgument} are left out: they say nothing of what was measured. */
    Rounds(String hiddenArgument) {
        this.hiddenArgument = hiddenArgument;
    }

    /** Takes what a run of JMH measured. */
    void add(Collection<RunResult> round) {
        rounds++;
        for (RunResult run : round) {
            forks.computeIfAbsent(run.getParams().id(), id -> new ArrayList<>()).addAll(run.getBenchmarkResults());
        }
    }

    /** All of it, in the order in which it was first measured. */
    List<RunResult> results() {
        return forks.values().stream().map(this::merge).collect(Collectors.toList());
    }

    private RunResult merge(List<BenchmarkResult> results) {
        BenchmarkParams params = params(results.get(0).getParams());
        List<BenchmarkResult> merged = new ArrayList<>();
        for (BenchmarkResult result : results) {
            List<IterationResult> iterations = new ArrayList<>();
            result.getIterationResults().forEach(iteration -> iterations.add(withMeans(iteration, params)));
            merged.add(new BenchmarkResult(params, iterations, result.getMetadata()));
        }
        return new RunResult(params, merged);
    }

    /** JMH would add up counts over forks, and call bytes events. */
    private static IterationResult withMeans(IterationResult iteration, BenchmarkParams params) {
        IterationResult copy = new IterationResult(params, iteration.getParams(), iteration.getMetadata());
        copy.addResults(iteration.getRawPrimaryResults());
        iteration.getSecondaryResults().forEach((name, result) -> copy.addResult(mean(name, result)));
        return copy;
    }

    private static ScalarResult mean(String name, Result<?> result) {
        boolean bytes = name.toLowerCase(Locale.ROOT).contains("bytes");
        return new ScalarResult(name, result.getScore(), bytes ? BYTES : COUNT, AggregationPolicy.AVG);
    }

    private BenchmarkParams params(BenchmarkParams one) {
        WorkloadParams workload = new WorkloadParams();
        int index = 0;
        for (String name : one.getParamsKeys()) {
            workload.put(name, one.getParam(name), index++);
        }
        List<String> arguments = one.getJvmArgs().stream()
                .filter(argument -> !argument.startsWith(hiddenArgument))
                .collect(Collectors.toList());
        return new BenchmarkParams(
                one.getBenchmark(),
                one.generatedBenchmark(),
                one.shouldSynchIterations(),
                one.getThreads(),
                one.getThreadGroups(),
                one.getThreadGroupLabels(),
                rounds,
                one.getWarmupForks(),
                one.getWarmup(),
                one.getMeasurement(),
                one.getMode(),
                workload,
                one.getTimeUnit(),
                one.getOpsPerInvocation(),
                one.getJvm(),
                arguments,
                one.getJdkVersion(),
                one.getVmName(),
                one.getVmVersion(),
                one.getJmhVersion(),
                one.getTimeout());
    }
}
