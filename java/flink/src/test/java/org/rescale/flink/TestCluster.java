// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** A Flink cluster in this JVM. */
final class TestCluster implements AutoCloseable {

    private static final int SLOTS = 6;

    private final MiniCluster cluster;

    TestCluster() throws Exception {
        Configuration config = new Configuration();
        config.setString("rest.port", "0");
        config.setString("rest.bind-port", "0");
        config.setString("taskmanager.memory.managed.size", "192mb");
        config.setString("taskmanager.memory.network.min", "64mb");
        config.setString("taskmanager.memory.network.max", "64mb");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(config)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
        cluster.start();
    }

    MiniCluster flink() {
        return cluster;
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
