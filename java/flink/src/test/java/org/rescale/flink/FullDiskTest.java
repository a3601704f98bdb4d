// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What cannot be written is named, and nothing of ours is in the way when Flink tries it. A limit on the size of files,
 * which anyone may set, stands for the full disk: all that is large is refused, in the same way to Java and to native
 * code.
 */
class FullDiskTest extends JobTest {

    private static final long LARGEST_BYTES = 200_000;
    private static final String REASON = "File too large";

    private final AtomicInteger leftAtFallback = new AtomicInteger();

    @BeforeEach
    void makeLargeFiles() {
        model = new Model(KEYS * 10, 1);
        ours.setString("state.backend.rocksdb.compaction.style", "NONE");
        log.listener = this::lookForLeftovers;
    }

    @AfterEach
    void anyFileIsWritten() throws Exception {
        limitFileSize("unlimited");
        log.listener = null;
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void anSstThatCannotBeFetchedIsNamed(OnFailure onFailure) throws Exception {
        ours.set(RescaleOptions.ON_FAILURE, onFailure);
        String checkpoint = buildLarge(2);
        limitFileSize(Long.toString(LARGEST_BYTES));
        assertFails(checkpoint, 1, onFailure, ".sst cannot be fetched from");
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void anSstThatCannotBeRewrittenIsNamed(OnFailure onFailure) throws Exception {
        ours.set(RescaleOptions.ON_FAILURE, onFailure);
        String checkpoint = buildLarge(1);
        limitFileSize(Long.toString(LARGEST_BYTES));
        assertFails(checkpoint, 2, onFailure, "target/");
    }

    @Test
    void thereIsRoomAgain() throws Exception {
        String checkpoint = buildLarge(2);
        limitFileSize(Long.toString(LARGEST_BYTES));
        assertFails(checkpoint, 1, OnFailure.FALLBACK, ".sst");
        limitFileSize("unlimited");
        log.clear();
        restore(checkpoint, 1, MAX_PARALLELISM);
        assertRescaled(1);
    }

    /** A checkpoint whose SSTs, and their halves, are over the limit, and nothing else is. */
    private String buildLarge(int parallelism) throws Exception {
        String checkpoint;
        try (JobRun run = JobRun.start(cluster, ours, parallelism, MAX_PARALLELISM, null)) {
            run.send(model.change(KEYS * 10 * parallelism));
            checkpoint = run.checkpoint();
        }
        Map<String, Long> ssts = CheckpointFiles.stored(checkpoint, true);
        assertTrue(Collections.max(ssts.values()) > 4 * LARGEST_BYTES, ssts.toString());
        Map<String, Long> others = CheckpointFiles.stored(checkpoint, false);
        assertTrue(Collections.max(others.values()) < LARGEST_BYTES, others.toString());
        return checkpoint;
    }

    private void assertFails(String checkpoint, int parallelism, OnFailure onFailure, String file) throws Exception {
        try (JobRun run = JobRun.start(cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
            Exception failure = assertThrows(Exception.class, () -> run.send(model.probes()));
            Optional<String> ourFailure = ExceptionUtils.findThrowableWithMessage(
                            failure, RescaleOptions.ON_FAILURE.key())
                    .map(Throwable::getMessage);
            List<String> warnings = log.messages(Level.WARNING);
            assertEquals(onFailure == OnFailure.FAIL, ourFailure.isPresent()); // otherwise it is Flink's
            assertEquals(onFailure == OnFailure.FAIL, warnings.isEmpty());
            String message = ourFailure.orElseGet(() -> warnings.get(0));
            assertTrue(message.contains(file) && message.contains(REASON), message);
        }
        assertTrue(leftAtFallback.get() < parallelism, "only other subtasks may still have theirs");
    }

    /** The warning is the last thing before Flink's own restore. */
    private void lookForLeftovers(LogRecord message) {
        if (message.getLevel() == Level.WARNING) {
            try {
                int left = CheckpointFiles.directories(tmp, LocalDirectory.PREFIX).size();
                leftAtFallback.accumulateAndGet(left, Math::max);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** For this process, from now on. */
    private static void limitFileSize(String bytes) {
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            Process prlimit = new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes + ":")
                    .inheritIO()
                    .start();
            assertTrue(prlimit.waitFor(30, TimeUnit.SECONDS));
            assertEquals(0, prlimit.exitValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
