// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.traces.Span;
import org.apache.flink.traces.reporter.TraceReporter;
import org.apache.flink.traces.reporter.TraceReporterFactory;

/** What Flink itself reports of the start of each job: the span {@code JobInitialization}. */
public final class Spans implements TraceReporter {

    private static final String INITIALIZATION = "JobInitialization";
    private static final long TIMEOUT_S = 60;
    private static final BlockingQueue<Span> FOUND = new LinkedBlockingQueue<>();

    private Spans() {}

    static void clear() {
        FOUND.clear();
    }

    /** The attributes of the next job's initialization, by names in any case: Flink's versions differ in it. */
    static Map<String, Object> await() throws InterruptedException {
        Span span = FOUND.poll(TIMEOUT_S, TimeUnit.SECONDS);
        if (span == null) {
            throw new IllegalStateException("Flink has reported no initialization in " + TIMEOUT_S + " s");
        }
        Map<String, Object> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        attributes.putAll(span.getAttributes());
        return attributes;
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    @Override
    public void notifyOfAddedSpan(Span span) {
        if (span.getName().equals(INITIALIZATION)) {
            FOUND.add(span);
        }
    }

    /** For Flink. */
    public static final class Factory implements TraceReporterFactory {

        /** For Flink. */
        public Factory() {}

        @Override
        public TraceReporter createTraceReporter(Properties properties) {
            return new Spans();
        }
    }
}
