// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** A Flink cluster in this JVM, which runs one job after the other. */
final class Cluster implements AutoCloseable {

    private static final int SLOTS = 8;
    private static final long TIMEOUT_S = 1800;

    private final MiniCluster cluster;

    Cluster() throws Exception {
        Configuration config = new Configuration();
        config.setString("rest.bind-port", "0");
        config.setString("taskmanager.memory.managed.size", "1gb");
        config.setString("traces.reporters", "bench");
        config.setString("traces.reporter.bench.factory.class", Spans.Factory.class.getName());
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(config)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
        cluster.start();
    }

    JobID start(JobGraph graph) throws Exception {
        cluster.submitJob(graph).get(TIMEOUT_S, TimeUnit.SECONDS);
        return graph.getJobID();
    }

    /** Waits until every subtask runs. */
    void awaitRunning(JobID job) throws Exception {
        await(job, () -> {
            int subtasks = 0; // none before the job has been initialized
            for (AccessExecutionVertex vertex :
                    cluster.getExecutionGraph(job).get().getAllExecutionVertices()) {
                if (vertex.getExecutionState() != ExecutionState.RUNNING) {
                    return false;
                }
                ++subtasks;
            }
            return subtasks > 0;
        });
    }

    /** Waits until the accounts have been accessed so often, in all. */
    void awaitAccesses(JobID job, long accesses) throws Exception {
        await(job, () -> Accounts.ACCESSES.get() >= accesses);
    }

    /** Takes a checkpoint and returns its path. */
    String checkpoint(JobID job) throws Exception {
        return cluster.triggerCheckpoint(job).get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    CompletedCheckpointStats lastCheckpoint(JobID job) throws Exception {
        return cluster.getExecutionGraph(job)
                .get()
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getLatestCompletedCheckpoint();
    }

    void stop(JobID job) throws Exception {
        cluster.cancelJob(job).get(TIMEOUT_S, TimeUnit.SECONDS);
        while (!cluster.getJobStatus(job).get().isGloballyTerminalState()) {
            Thread.sleep(5);
        }
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }

    private void await(JobID job, Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.holds()) {
            if (cluster.getJobStatus(job).get().isGloballyTerminalState()) {
                cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
                throw new IllegalStateException("the job has ended");
            }
            if (System.nanoTime() > end) {
                throw new TimeoutException("waited " + TIMEOUT_S + " s in vain");
            }
            Thread.sleep(2);
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }
}
