// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One run of the test job. */
final class JobRun implements AutoCloseable {

    static final long END_OF_TIME = 1L << 40;

    private static final long TIMEOUT_S = 60;

    private final MiniCluster cluster;
    private final JobID id;
    private long sent;
    private int asked; // checkpoints and savepoints

    private JobRun(MiniCluster cluster, JobID id) {
        this.cluster = cluster;
        this.id = id;
    }

    /** The configuration of a job that keeps all its files below {@code directory}, checkpoints in one of that name. */
    static Configuration config(Path directory, String backend) {
        Configuration config = new Configuration();
        config.setString("state.backend.type", backend);
        config.setString("state.backend.rocksdb.localdir", directory.resolve("local").toString());
        // Or there is no memory for one block of each state: then Flink 1 flushes with almost every event.
        config.setString("state.backend.rocksdb.writebuffer.size", "2mb");
        config.setString(
                "execution.checkpointing.dir",
                directory.resolve("checkpoints").toUri().toString());
        config.setString("execution.checkpointing.incremental", "true");
        // Only when asked for. Flink takes the first one by itself, and removes older ones: anywhere within the interval,
        // or, in Flink 2 and after a restart, when the pause is over.
        config.setString("execution.checkpointing.interval", "36500 d");
        config.setString("execution.checkpointing.min-pause", "36500 d");
        config.setString("execution.checkpointing.data-inline-threshold", "0b");
        config.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        config.setString("execution.state-recovery.claim-mode", "CLAIM");
        config.setString("restart-strategy.type", "none");
        return config;
    }

    /** @param restore the checkpoint or savepoint to begin with, or null */
    static JobRun start(TestCluster cluster, Configuration base, int parallelism, int maxParallelism, String restore)
            throws Exception {
        return start(Job.STATES, cluster, base, parallelism, maxParallelism, restore);
    }

    static JobRun start(
            Job job, TestCluster cluster, Configuration base, int parallelism, int maxParallelism, String restore)
            throws Exception {
        EventSource.QUEUE.clear();
        StateFunction.PROCESSED.set(0);
        StateFunction.PROBED.clear();
        StateFunction.FIRED.clear();
        Configuration config = new Configuration(base);
        if (restore != null) {
            config.setString("execution.state-recovery.path", restore);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
        env.setParallelism(parallelism);
        env.setMaxParallelism(maxParallelism);
        job.add(env.fromSource(
                        new EventSource(),
                        WatermarkStrategy.<Event>forGenerator(context -> new ByTimeEvents())
                                .withTimestampAssigner((event, timestamp) -> event.number),
                        "events")
                .setParallelism(1)
                .uid("events")
                .returns(TypeInformation.of(Event.class)));
        JobGraph graph = env.getStreamGraph().getJobGraph();
        graph.setSavepointRestoreSettings(SavepointRestoreSettings.fromConfiguration(config));
        JobRun run = new JobRun(cluster.flink(), graph.getJobID());
        run.cluster.submitJob(graph).get(TIMEOUT_S, TimeUnit.SECONDS);
        return run;
    }

    /** Sends events and waits until they are processed. */
    void send(List<Event> events) throws Exception {
        emit(events);
        awaitProcessed();
    }

    /** Sends events and does not wait. */
    void emit(List<Event> events) {
        sent += events.size();
        EventSource.QUEUE.addAll(events);
    }

    /** Tells of events that are in the checkpoint this run began with. */
    void expect(long events) {
        sent += events;
    }

    void awaitProcessed() throws Exception {
        await(() -> StateFunction.PROCESSED.get() >= sent, "not all events are processed");
    }

    /** Waits, as long as the job runs. */
    void await(BooleanSupplier condition, String otherwise) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.getAsBoolean()) {
            if (cluster.getJobStatus(id).get().isGloballyTerminalState()) {
                cluster.requestJobResult(id).get().toJobExecutionResult(getClass().getClassLoader());
                throw new IllegalStateException("the job has ended");
            }
            if (System.nanoTime() > end) {
                throw new TimeoutException(otherwise);
            }
            Thread.sleep(5);
        }
    }

    /** Every key of every state, and every timer. */
    void check(Model model) throws Exception {
        List<Event> events = new ArrayList<>(model.probes());
        events.add(new Event(Event.Kind.TIME, 0, END_OF_TIME));
        events.addAll(model.probes()); // behind the watermark: the timers have fired
        send(events);
        assertEquals(model.states(), new TreeMap<>(StateFunction.PROBED));
        assertEquals(
                model.timers(), StateFunction.FIRED.stream().sorted().collect(Collectors.toList()));
    }

    /** Has the adaptive scheduler run the job with another parallelism, and does not wait for it. */
    void rescale(int parallelism) throws Exception {
        awaitRunning();
        String vertices = StreamSupport.stream(
                        cluster.getExecutionGraph(id).get().getVerticesTopologically().spliterator(), false)
                .map(vertex -> requirement(vertex, vertex.getName().startsWith("Source") ? 1 : parallelism))
                .collect(Collectors.joining(",", "{", "}"));
        URI uri = cluster.getRestAddress().get().resolve("/v1/jobs/" + id + "/resource-requirements");
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .timeout(Duration.ofSeconds(TIMEOUT_S))
                                .header("Content-Type", "application/json")
                                .PUT(HttpRequest.BodyPublishers.ofString(vertices))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode(), response.body());
    }

    /** Has another job manager lead the job; it begins with the last checkpoint. */
    void replaceJobManager() throws Exception {
        HaLeadershipControl leaders = cluster.getHaLeadershipControl().orElseThrow();
        leaders.revokeJobMasterLeadership(id).get(TIMEOUT_S, TimeUnit.SECONDS);
        leaders.grantJobMasterLeadership(id).get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    private static String requirement(AccessExecutionJobVertex vertex, int parallelism) {
        return String.format(
                "\"%s\":{\"parallelism\":{\"lowerBound\":%d,\"upperBound\":%d}}",
                vertex.getJobVertexId(), parallelism, parallelism);
    }

    /** Takes a checkpoint and returns its path. */
    String checkpoint() throws Exception {
        awaitRunning();
        asked++;
        return cluster.triggerCheckpoint(id).get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    String savepoint(Path directory, SavepointFormatType format) throws Exception {
        awaitRunning();
        asked++;
        return cluster.triggerSavepoint(id, directory.toUri().toString(), false, format)
                .get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    CompletedCheckpointStats lastCheckpoint() throws Exception {
        return cluster.getExecutionGraph(id)
                .get()
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getLatestCompletedCheckpoint();
    }

    /** What all checkpoints of this run uploaded. */
    long uploadedBytes() throws Exception {
        return cluster.getExecutionGraph(id).get().getCheckpointStatsSnapshot().getHistory().getCheckpoints().stream()
                .mapToLong(AbstractCheckpointStats::getCheckpointedSize)
                .sum();
    }

    /** Flink takes no checkpoint while a subtask restores, though others may have processed all events. */
    private void awaitRunning() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!isRunning()) {
            if (System.nanoTime() > end) {
                throw new TimeoutException("not all subtasks run");
            }
            Thread.sleep(5);
        }
    }

    private boolean isRunning() throws Exception {
        if (cluster.getJobStatus(id).get() != JobStatus.RUNNING) {
            return false; // and has perhaps no graph yet
        }
        for (AccessExecutionVertex vertex : cluster.getExecutionGraph(id).get().getAllExecutionVertices()) {
            if (vertex.getExecutionState() != ExecutionState.RUNNING) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws Exception {
        if (!cluster.getJobStatus(id).get().isGloballyTerminalState()) {
            long taken = cluster.getExecutionGraph(id)
                    .get()
                    .getCheckpointStatsSnapshot()
                    .getCounts()
                    .getTotalNumberOfCheckpoints();
            assertTrue(taken <= asked, taken + " checkpoints, of which " + asked + " were asked for");
            cluster.cancelJob(id).get(TIMEOUT_S, TimeUnit.SECONDS);
        }
        while (!cluster.getJobStatus(id).get().isGloballyTerminalState()) {
            Thread.sleep(5);
        }
        JobStatus status = cluster.getJobStatus(id).get();
        if (status == JobStatus.SUSPENDED) {
            throw new IllegalStateException("the job is " + status);
        }
    }

    private static final class ByTimeEvents implements WatermarkGenerator<Event> {
        @Override
        public void onEvent(Event event, long timestamp, WatermarkOutput output) {
            if (event.kind == Event.Kind.TIME) {
                output.emitWatermark(new Watermark(event.number));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
