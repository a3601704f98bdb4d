// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.util.FileUtils;

/** A cluster and the directories of its job: fills state, keeps checkpoints, restores them and measures that. */
final class Workplace implements AutoCloseable {

    private static final int READS_AFTER_RESTORE = 100;
    private static final double MS = 1000;
    private static final long QUIET_MS = 3000;

    private final Cluster cluster;
    private final Path checkpoints;
    private final Path local;
    private final Path kept;
    private final long accounts;

    /** A retained checkpoint, and the directory of all that it refers to, to be put back in its place. */
    static final class Kept {
        final String checkpoint;
        final Path files;

        Kept(String checkpoint, Path files) {
            this.checkpoint = checkpoint;
            this.files = files;
        }
    }

    Workplace(Path directory, long accounts) throws Exception {
        checkpoints = directory.resolve("checkpoints");
        local = directory.resolve("local");
        kept = directory.resolve("kept");
        this.accounts = accounts;
        cluster = new Cluster();
    }

    /** Creates all accounts and returns the path of the checkpoint. */
    String fill(int parallelism) throws Exception {
        JobID job = cluster.start(Job.graph(config(Strategy.STOCK, null), parallelism, accounts));
        cluster.awaitAccesses(job, accounts);
        cluster.checkpoint(job); // flushes
        awaitQuiet();
        String checkpoint = cluster.checkpoint(job);
        cluster.stop(job);
        return checkpoint;
    }

    /** Waits until RocksDB has nothing left to compact: no SST has come or gone for some time. */
    private void awaitQuiet() throws IOException, InterruptedException {
        Set<Path> before = Set.of();
        for (Set<Path> now = Directories.ssts(local); !now.equals(before); now = Directories.ssts(local)) {
            before = now;
            Thread.sleep(QUIET_MS);
        }
    }

    /** Keeps a checkpoint, and all else that is beside it. */
    Kept keep(String checkpoint, String name) throws IOException {
        Path files = kept.resolve(name);
        Directories.replace(checkpoints, files);
        return new Kept(checkpoint, files);
    }

    /** Puts a checkpoint back to where it was taken: the job that is restored from it owns it, and removes it. */
    String use(Kept source) throws IOException {
        Directories.replace(source.files, checkpoints);
        return source.checkpoint;
    }

    /**
     * Restores a checkpoint, reads some accounts, takes a checkpoint, and works for some seconds.
     *
     * @param taken gets the path of the checkpoint, while the job still works
     */
    Outcome restore(Strategy strategy, int parallelism, String checkpoint, int seconds, Taken taken) throws Exception {
        FileUtils.deleteDirectory(local.toFile());
        Outcome outcome = new Outcome();
        Access.busy = false;
        Accounts.ACCESSES.set(0);
        Accounts.WRONG.set(0);
        Spans.clear();
        long read = Store.READ.get();
        long start = System.nanoTime();
        JobID job = cluster.start(Job.graph(config(strategy, checkpoint), parallelism, accounts));
        cluster.awaitRunning(job);
        outcome.untilRunning = seconds(start);
        outcome.fetched = Store.READ.get() - read;
        outcome.local = Directories.bytes(local);
        Map<String, Object> span = Spans.await();
        outcome.longestTask = ((Number) span.get("MaxInitializeStateDurationMs")).doubleValue() / MS;
        outcome.allTasks = ((Number) span.get("SumInitializeStateDurationMs")).doubleValue() / MS;
        cluster.awaitAccesses(job, READS_AFTER_RESTORE);
        taken.checkpoint(firstCheckpoint(job, outcome));
        work(seconds, outcome);
        cluster.stop(job);
        if (Accounts.WRONG.get() != 0) {
            throw new IllegalStateException(Accounts.WRONG.get() + " accounts had a wrong state after " + strategy);
        }
        return outcome;
    }

    /** What is done with the path of the checkpoint. */
    interface Taken {
        void checkpoint(String path) throws IOException;
    }

    private String firstCheckpoint(JobID job, Outcome outcome) throws Exception {
        long written = Store.WRITTEN.get();
        long start = System.nanoTime();
        String path = cluster.checkpoint(job);
        outcome.checkpoint = seconds(start);
        outcome.uploaded = Store.WRITTEN.get() - written;
        CompletedCheckpointStats stats = cluster.lastCheckpoint(job);
        outcome.state = stats.getStateSize();
        outcome.checkpointed = stats.getCheckpointedSize();
        return path;
    }

    private static void work(int seconds, Outcome outcome) throws InterruptedException {
        long accesses = Accounts.ACCESSES.get();
        long start = System.nanoTime();
        Access.busy = true;
        Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
        Access.busy = false;
        outcome.accessesPerSecond = (Accounts.ACCESSES.get() - accesses) / seconds(start);
    }

    private Configuration config(Strategy strategy, String checkpoint) {
        Configuration config = new Configuration();
        strategy.apply(config);
        config.setString("state.backend.rocksdb.localdir", local.toString());
        config.setString("execution.checkpointing.dir", Store.SCHEME + ":" + checkpoints);
        config.setString("execution.checkpointing.incremental", "true");
        config.setString("execution.checkpointing.interval", "36500 d"); // when told
        config.setString("execution.checkpointing.min-pause", "36500 d"); // Flink 2 takes its first then
        config.setString("execution.checkpointing.timeout", "1 h");
        config.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        config.setString("execution.state-recovery.claim-mode", "CLAIM");
        config.setString("restart-strategy.type", "none");
        if (checkpoint != null) {
            config.setString("execution.state-recovery.path", checkpoint);
        }
        return config;
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
