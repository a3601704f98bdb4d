// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Our metrics, of all subtasks since {@link #clear()}. */
final class MetricCapture implements MetricReporter {

    private static final String GROUP = ".rescale.";
    private static final List<Found> FOUND = new CopyOnWriteArrayList<>();

    static void clear() {
        FOUND.clear();
    }

    /** How many subtasks have the metric. */
    static long count(String name) {
        return FOUND.stream().filter(found -> found.name.equals(name)).count();
    }

    static long sum(String name) {
        return FOUND.stream()
                .filter(found -> found.name.equals(name))
                .mapToLong(Found::value)
                .sum();
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        if (group.getMetricIdentifier(name).contains(GROUP)) {
            FOUND.add(new Found(name, metric));
        }
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}

    /** For Flink. */
    public static final class Factory implements MetricReporterFactory {
        @Override
        public MetricReporter createMetricReporter(Properties properties) {
            return new MetricCapture();
        }
    }

    private static final class Found {
        private final String name;
        private final Metric metric;

        Found(String name, Metric metric) {
            this.name = name;
            this.metric = metric;
        }

        long value() {
            return metric instanceof Counter
                    ? ((Counter) metric).getCount()
                    : ((Number) ((Gauge<?>) metric).getValue()).longValue();
        }
    }
}
