// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** A Flink cluster in this JVM. */
final class TestCluster implements AutoCloseable {

    private static final int SLOTS = 8;
    private static final String ADAPTIVE = "jobmanager.adaptive-scheduler.";

    private final MiniCluster cluster;

    TestCluster() throws Exception {
        this(1, SLOTS, new Configuration());
    }

    private TestCluster(int taskManagers, int slots, Configuration config) throws Exception {
        this(taskManagers, slots, config, MiniCluster.HaServices.CONFIGURED);
    }

    private TestCluster(int taskManagers, int slots, Configuration config, MiniCluster.HaServices services)
            throws Exception {
        config.setString("metrics.reporter.capture.factory.class", MetricCapture.Factory.class.getName());
        config.setString("traces.reporters", "spans");
        config.setString("traces.reporter.spans.factory.class", Spans.Factory.class.getName());
        // Flink 1 looks for it here, not in the job's configuration.
        config.setString("execution.checkpointing.data-inline-threshold", "0b");
        config.setString("rest.port", "0");
        config.setString("rest.bind-port", "0");
        config.setString("taskmanager.memory.managed.size", "192mb");
        config.setString("taskmanager.memory.network.min", "64mb");
        config.setString("taskmanager.memory.network.max", "64mb");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(config)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(slots)
                .setHaServices(services)
                .build());
        cluster.start();
    }

    /** One that is configured as its jobs are. */
    static TestCluster of(Configuration base) throws Exception {
        return new TestCluster(1, SLOTS, new Configuration(base));
    }

    /**
     * One whose jobs run with a subtask for each task manager, and are rescaled when there are more of them: at least
     * two at the beginning, as one alone has no network.
     */
    static TestCluster adaptive(int taskManagers, Configuration base) throws Exception {
        return new TestCluster(taskManagers, 1, adaptiveScheduler(base));
    }

    /**
     * One with slots enough, whose jobs run with as many subtasks as {@link JobRun#rescale} tells; their job managers
     * can be replaced.
     */
    static TestCluster adaptive(Configuration base) throws Exception {
        return new TestCluster(
                1, SLOTS, adaptiveScheduler(base), MiniCluster.HaServices.WITH_LEADERSHIP_CONTROL);
    }

    private static Configuration adaptiveScheduler(Configuration base) {
        Configuration config = new Configuration(base);
        config.setString("jobmanager.scheduler", "adaptive");
        for (String wait : new String[] {
            "resource-stabilization-timeout", // in Flink 1, the next ones in both or in Flink 2
            "submission.resource-stabilization-timeout",
            "executing.resource-stabilization-timeout",
            "executing.cooldown-after-rescaling",
            "scaling-interval.min",
            "max-delay-for-scale-trigger",
            "rescale-trigger.max-delay"
        }) {
            config.setString(ADAPTIVE + wait, "50ms");
        }
        return config;
    }

    /** Adds a task manager. */
    void grow() throws Exception {
        cluster.startTaskManager();
    }

    MiniCluster flink() {
        return cluster;
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
