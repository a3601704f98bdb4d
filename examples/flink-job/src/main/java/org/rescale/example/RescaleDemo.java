// SPDX-License-Identifier: Apache-2.0
package org.rescale.example;


import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/**
 * Fills the state of {@link VisitJob}, takes a checkpoint, and restores it at other parallelisms, by turns with Flink's
 * RocksDB state backend and with ours: how long it takes until every subtask runs.
 */
public final class RescaleDemo {

    private static final String STOCK = "rocksdb";
    private static final String OURS = "org.rescale.flink.RescaleStateBackendFactory";
    private static final int FROM = 4;
    private static final int[] TO = {4, 2, 6};
    private static final int ROUNDS = 2;
    private static final int VISITS_AFTER_RESTORE = 200;
    private static final long TIMEOUT_MS = 600_000;

    private final MiniCluster cluster;
    private final Path directory;
    private final long users;

    private RescaleDemo(MiniCluster cluster, Path directory, long users) {
        this.cluster = cluster;
        this.directory = directory;
        this.users = users;
    }

    /**
     * Runs the demo.
     *
     * @param args a directory for what is written, and the number of users
     */
    public static void main(String[] args) {
        int status = 0;
        try {
            run(Path.of(args[0]).toAbsolutePath(), Long.parseLong(args[1]));
        } catch (Exception e) { // a run failed, or a state was not what it should be
            e.printStackTrace();
            status = 1;
        }
        System.exit(status); // Flink leaves threads
    }

    private static void run(Path directory, long users) throws Exception {
        Configuration config = new Configuration();
        config.setString("rest.bind-port", "0");
        config.setString("taskmanager.memory.managed.size", "256mb");
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(config)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(8)
                .build())) {
            cluster.start();
            new RescaleDemo(cluster, directory, users).run();
        }
    }

    private void run() throws Exception {
        System.out.printf("%,d users at parallelism %d ...%n", users, FROM);
        String checkpoint = fill();
        System.out.printf(
                Locale.ROOT,
                "a checkpoint of %.0f MiB: %s%n%n",
                sizeOf(directory.resolve("checkpoints")) / 1048576.0,
                checkpoint);
        System.out.println("restored at     rocksdb        rescale");
        for (int parallelism : TO) {
            List<Double> stock = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            for (int round = 0; round < ROUNDS; ++round) {
                stock.add(restore(STOCK, parallelism, checkpoint));
                ours.add(restore(OURS, parallelism, checkpoint));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%4d subtasks  %6.2f s       %6.2f s   %5.1fx%n",
                    parallelism,
                    best(stock),
                    best(ours),
                    best(stock) / best(ours));
        }
        System.out.printf("%nevery state was as it should be in %d restores%n", 2 * ROUNDS * TO.length);
    }

    private String fill() throws Exception {
        VisitJob.VISITS.set(0);
        JobID job = start(VisitJob.graph(config(STOCK, null), FROM, users));
        await(job, users);
        String checkpoint = cluster.triggerCheckpoint(job).get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        stop(job);
        VisitJob.WRONG.set(0); // a first visit may have been behind somebody's second one
        return checkpoint;
    }

    /** Seconds from the submission until all subtasks run. */
    private double restore(String backend, int parallelism, String checkpoint) throws Exception {
        VisitJob.VISITS.set(users); // nobody comes for the first time any more
        long begin = System.nanoTime();
        JobID job = start(VisitJob.graph(config(backend, checkpoint), parallelism, users));
        long end = System.currentTimeMillis() + TIMEOUT_MS;
        while (!isRunning(job)) {
            if (System.currentTimeMillis() > end) {
                throw new IllegalStateException("after " + TIMEOUT_MS + " ms not every subtask runs");
            }
            Thread.sleep(2);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        await(job, users + VISITS_AFTER_RESTORE);
        stop(job);
        if (VisitJob.WRONG.get() != 0) {
            throw new IllegalStateException(VisitJob.WRONG.get() + " users had lost their state");
        }
        return seconds;
    }

    private Configuration config(String backend, String checkpoint) {
        Configuration config = new Configuration();
        config.setString("state.backend.type", backend);
        config.setString(
                "state.backend.rocksdb.localdir", directory.resolve("local").toString());
        config.setString(
                "execution.checkpointing.dir",
                directory.resolve("checkpoints").toUri().toString());
        config.setString("execution.checkpointing.incremental", "true");
        config.setString("execution.checkpointing.interval", "36500 d");
        config.setString("execution.checkpointing.min-pause", "36500 d");
        config.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        config.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
        config.setString("restart-strategy.type", "none");
        if (checkpoint != null) {
            config.setString("execution.state-recovery.path", checkpoint);
        }
        return config;
    }

    private JobID start(JobGraph graph) throws Exception {
        cluster.submitJob(graph).get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        return graph.getJobID();
    }

    private void await(JobID job, long visits) throws Exception {
        long end = System.currentTimeMillis() + TIMEOUT_MS;
        while (VisitJob.VISITS.get() < visits) {
            checkAlive(job);
            if (System.currentTimeMillis() > end) {
                throw new IllegalStateException("after " + TIMEOUT_MS + " ms only " + VisitJob.VISITS + " visits");
            }
            Thread.sleep(5);
        }
    }

    private boolean isRunning(JobID job) throws Exception {
        checkAlive(job);
        int subtasks = 0; // none before the job has been initialized
        for (AccessExecutionVertex vertex : cluster.getExecutionGraph(job).get().getAllExecutionVertices()) {
            if (vertex.getExecutionState() != ExecutionState.RUNNING) {
                return false;
            }
            ++subtasks;
        }
        return subtasks > 0;
    }

    private void checkAlive(JobID job) throws Exception {
        if (cluster.getJobStatus(job).get().isGloballyTerminalState()) {
            cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
            throw new IllegalStateException("the job has ended");
        }
    }

    private void stop(JobID job) throws Exception {
        cluster.cancelJob(job).get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        while (!cluster.getJobStatus(job).get().isGloballyTerminalState()) {
            Thread.sleep(5);
        }
    }

    private static double best(List<Double> seconds) {
        return seconds.stream().mapToDouble(Double::doubleValue).min().getAsDouble();
    }

    private static long sizeOf(Path directory) throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
