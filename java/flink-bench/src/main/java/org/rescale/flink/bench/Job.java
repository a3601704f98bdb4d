// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** One source, and {@link Accounts} at the parallelism that is asked for. */
final class Job {

    static final int MAX_PARALLELISM = 128;

    private Job() {}

    static JobGraph graph(Configuration config, int parallelism, long accounts) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
        env.setParallelism(parallelism);
        env.setMaxParallelism(MAX_PARALLELISM);
        env.fromSource(
                        new DataGeneratorSource<>(new Access(accounts), Long.MAX_VALUE, Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "accesses")
                .setParallelism(1)
                .uid("accesses")
                .keyBy(Access::account)
                .process(new Accounts())
                .uid("accounts")
                .returns(Types.LONG)
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        JobGraph graph = env.getStreamGraph().getJobGraph();
        graph.setSavepointRestoreSettings(SavepointRestoreSettings.fromConfiguration(config));
        return graph;
    }
}
