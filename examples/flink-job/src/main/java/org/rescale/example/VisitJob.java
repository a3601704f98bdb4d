// SPDX-License-Identifier: Apache-2.0
package org.rescale.example;


import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Every user comes once as fast as that goes, and then again and again, some hundred users a second. */
final class VisitJob {

    static final int MAX_PARALLELISM = 128;

    /** Visits of this JVM: the job and who runs it share one. */
    static final AtomicLong VISITS = new AtomicLong();

    static final AtomicLong WRONG = new AtomicLong();

    private VisitJob() {}

    static JobGraph graph(Configuration config, int parallelism, long users) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
        env.setParallelism(parallelism);
        env.setMaxParallelism(MAX_PARALLELISM);
        env.fromSource(
                        new DataGeneratorSource<>(visit -> nextUser(visit, users), Long.MAX_VALUE, Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "visits")
                .setParallelism(1)
                .uid("visits")
                .keyBy(user -> user)
                .process(new VisitCounts())
                .uid("counts")
                .returns(TypeInformation.of(VisitCounts.Visit.class))
                .map(visit -> check(visit, users))
                .uid("check")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        JobGraph graph = env.getStreamGraph().getJobGraph();
        graph.setSavepointRestoreSettings(SavepointRestoreSettings.fromConfiguration(config));
        return graph;
    }

    private static Long nextUser(long visit, long users) throws InterruptedException {
        if (visit >= users) {
            Thread.sleep(5);
        }
        return visit % users;
    }

    /** A user who comes while state is lost comes for the first time again, or finds another's profile. */
    private static Long check(VisitCounts.Visit visit, long users) {
        if (!visit.profileIsRight || (VISITS.getAndIncrement() >= users && visit.count < 2)) {
            WRONG.incrementAndGet();
        }
        return visit.user;
    }
}
