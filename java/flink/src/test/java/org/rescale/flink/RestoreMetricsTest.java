// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The metrics tell what a restore did, and the log says the same. */
class RestoreMetricsTest extends JobTest {

    @BeforeEach
    void forget() {
        MetricCapture.clear();
    }

    @Test
    void wholeFilesAreCounted() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        Map<String, Long> ssts = CheckpointFiles.stored(checkpoint, true);
        Map<String, Long> others = CheckpointFiles.stored(checkpoint, false);
        restore(checkpoint, 2, MAX_PARALLELISM); // each subtask takes over two sources as they are
        assertRescaled(2);
        assertEquals(ssts.size(), MetricCapture.sum("filesLinked"));
        assertEquals(bytes(ssts), MetricCapture.sum("bytesLinked"));
        assertEquals(ssts.size() + others.size(), MetricCapture.sum("filesFetched"));
        assertEquals(bytes(ssts) + bytes(others), MetricCapture.sum("bytesFetched"));
        for (String name : new String[] {"filesSkipped", "bytesSkipped", "filesRewritten", "bytesRewritten"}) {
            assertEquals(2, MetricCapture.count(name), name);
            assertEquals(0, MetricCapture.sum(name), name);
        }
        assertFallbacks(0);
    }

    @Test
    void rewrittenFilesAreCounted() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        restore(checkpoint, 3, MAX_PARALLELISM);
        assertRescaled(3);
        Pattern figures = Pattern.compile("skipped (?<filesSkipped>\\d+) files \\((?<bytesSkipped>\\d+) bytes\\), "
                + "linked (?<filesLinked>\\d+) \\((?<bytesLinked>\\d+) bytes\\), "
                + "rewrote (?<filesRewritten>\\d+) \\((?<bytesRewritten>\\d+) bytes\\), "
                + "fetched (?<filesFetched>\\d+) \\((?<bytesFetched>\\d+) bytes\\)");
        for (String what : new String[] {"Skipped", "Linked", "Rewritten", "Fetched"}) {
            for (String name : new String[] {"files" + what, "bytes" + what}) {
                long logged = 0;
                for (String line : log.messages(Level.INFO)) {
                    Matcher matcher = figures.matcher(line);
                    assertTrue(matcher.find(), line);
                    logged += Long.parseLong(matcher.group(name));
                }
                assertEquals(logged, MetricCapture.sum(name), name);
                assertEquals(3, MetricCapture.count(name), name);
            }
        }
        assertTrue(MetricCapture.sum("filesLinked") > 0);
        assertTrue(MetricCapture.sum("filesRewritten") > 0);
        assertTrue(MetricCapture.sum("bytesRewritten") < MetricCapture.sum("bytesFetched"));
        for (String name : new String[] {"planMs", "fetchMs", "runMs", "openMs"}) {
            assertEquals(3, MetricCapture.count(name), name);
        }
        assertFallbacks(0);
    }

    @Test
    void fallbacksAreCounted() throws Exception {
        String checkpoint = build(ours, 4, MAX_PARALLELISM);
        CheckpointFiles.damageOptions(checkpoint);
        restore(checkpoint, 2, MAX_PARALLELISM);
        assertFallbacks(1);
        assertEquals(0, MetricCapture.count("filesLinked"));
    }

    @Test
    void theSameParallelismHasNoMetrics() throws Exception {
        restore(build(ours, 2, MAX_PARALLELISM), 2, MAX_PARALLELISM);
        assertEquals(0, MetricCapture.count("fallbacks"));
        assertEquals(0, MetricCapture.count("filesLinked"));
    }

    private static void assertFallbacks(int each) {
        long subtasks = MetricCapture.count("fallbacks");
        assertTrue(subtasks > 0);
        assertEquals(each * subtasks, MetricCapture.sum("fallbacks"));
    }

    private static long bytes(Map<String, Long> files) {
        return files.values().stream().mapToLong(Long::longValue).sum();
    }
}
