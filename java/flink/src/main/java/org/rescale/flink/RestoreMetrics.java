// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.MetricNames;
import org.apache.flink.runtime.state.StateBackend.CustomInitializationMetrics;
import org.rescale.RescaleReport;

/** The figures of one restore: for the log and, in the group {@code rescale} of the operator, as metrics. */
final class RestoreMetrics {

    private static final String GROUP = "rescale";
    private static final long NANOS_PER_MS = 1_000_000;

    private long planNanos;
    private long fetchNanos;
    private long runNanos;
    private long openNanos;
    private long filesFetched;
    private long bytesFetched;
    private RescaleReport report;

    static void countFallback(MetricGroup operator) {
        fallbacks(operator.addGroup(GROUP)).inc();
    }

    private static Counter fallbacks(MetricGroup group) {
        return group.counter("fallbacks");
    }

    void fetched(long files, long bytes, long nanos) {
        filesFetched += files;
        bytesFetched += bytes;
        fetchNanos += nanos;
    }

    void planned(long nanos) {
        planNanos = nanos;
    }

    void ran(RescaleReport result, long nanos) {
        report = result;
        runNanos = nanos;
    }

    void opened(long nanos) {
        openNanos = nanos;
    }

    /** Flink's own figures of a start, which begin with our call of it, get what was done before. */
    void addTo(CustomInitializationMetrics flinks) {
        flinks.addMetric(MetricNames.DOWNLOAD_STATE_DURATION, ms(fetchNanos));
        flinks.addMetric(MetricNames.RESTORE_STATE_DURATION, ms(planNanos + runNanos));
    }

    void register(MetricGroup operator) {
        MetricGroup group = operator.addGroup(GROUP);
        gauge(group, "planMs", ms(planNanos));
        gauge(group, "fetchMs", ms(fetchNanos));
        gauge(group, "runMs", ms(runNanos));
        gauge(group, "openMs", ms(openNanos));
        gauge(group, "filesFetched", filesFetched);
        gauge(group, "bytesFetched", bytesFetched);
        gauge(group, "filesSkipped", report.filesSkipped());
        gauge(group, "bytesSkipped", report.bytesSkipped());
        gauge(group, "filesLinked", filesWhole());
        gauge(group, "bytesLinked", bytesWhole());
        gauge(group, "filesRewritten", report.filesTrimmed());
        gauge(group, "bytesRewritten", report.bytesTrimWritten());
        fallbacks(group);
    }

    @Override
    public String toString() {
        return String.format(
                "skipped %d files (%d bytes), linked %d (%d bytes), rewrote %d (%d bytes), fetched %d (%d bytes); "
                        + "plan %d ms, fetch %d ms, run %d ms, open %d ms",
                report.filesSkipped(),
                report.bytesSkipped(),
                filesWhole(),
                bytesWhole(),
                report.filesTrimmed(),
                report.bytesTrimWritten(),
                filesFetched,
                bytesFetched,
                ms(planNanos),
                ms(fetchNanos),
                ms(runNanos),
                ms(openNanos));
    }

    private long filesWhole() {
        return report.filesLinked() + report.filesReflinked() + report.filesCopied();
    }

    private long bytesWhole() {
        return report.bytesLinked() + report.bytesCopied();
    }

    private static long ms(long nanos) {
        return nanos / NANOS_PER_MS;
    }

    private static void gauge(MetricGroup group, String name, long value) {
        group.gauge(name, () -> value);
    }
}
