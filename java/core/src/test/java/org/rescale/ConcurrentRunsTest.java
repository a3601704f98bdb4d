// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of two runs to the same target one wins, and the other one does it no harm. */
class ConcurrentRunsTest {

    @TempDir
    private Path directory;

    private final AtomicBoolean attempted = new AtomicBoolean();
    private TestJob job;
    private Path out;

    @BeforeEach
    void runJob() throws Exception {
        job = new TestJob(directory.resolve("old"), 128, 2).size(20, 60).run();
        out = directory.resolve("new");
    }

    @Test
    void theSecondOneIsToldToWait() throws Exception {
        Rescaler first = waiting(() -> assertUnavailable(StatusCode.BUSY, () -> quick().run(job.handles(), 3, 1, out)));
        RescaledDb target = first.run(job.handles(), 3, 1, out);
        assertTrue(attempted.get());
        assertGood(target);
        assertUnavailable(StatusCode.ALREADY_EXISTS, () -> quick().run(job.handles(), 3, 1, out));
        assertGood(target);
        assertEquals(Set.of("1"), names(out));
    }

    @Test
    void soItIsWhenAllSubtasksAreWritten() throws Exception {
        Rescaler first = waiting(() -> assertUnavailable(StatusCode.BUSY, () -> quick().run(job.handles(), 3, out)));
        List<RescaledDb> targets = first.run(job.handles(), 3, out);
        assertTrue(attempted.get());
        for (RescaledDb target : targets) {
            assertGood(target);
        }
        assertUnavailable(StatusCode.ALREADY_EXISTS, () -> quick().run(job.handles(), 3, out));
        assertEquals(Set.of("old", "new"), names(directory));
    }

    @Test
    void anotherSubtaskMayBeWrittenAtTheSameTime() throws Exception {
        Rescaler first = waiting(() -> assertGood(quick().run(job.handles(), 3, 2, out)));
        assertGood(first.run(job.handles(), 3, 1, out));
        assertTrue(attempted.get());
        assertEquals(Set.of("1", "2"), names(out));
    }

    private static Rescaler quick() {
        return Rescaler.builder(128).build();
    }

    /** One that waits, before it takes the first SST, until something has been attempted. */
    private Rescaler waiting(Attempt attempt) {
        return Rescaler.builder(128)
                .threads(1)
                .remoteFiles(path -> {
                    if (path.toString().endsWith(".sst") && !attempted.getAndSet(true)) {
                        try {
                            attempt.run();
                        } catch (Exception | AssertionError e) {
                            throw new IOException(e);
                        }
                    }
                    return null; // all are here
                })
                .build();
    }

    private void assertUnavailable(StatusCode code, Attempt attempt) {
        TargetUnavailableException e = assertThrows(TargetUnavailableException.class, attempt::run);
        assertEquals(code, e.code(), e.toString());
        assertTrue(e.path().orElseThrow().startsWith(out.toString()), e.toString());
    }

    private void assertGood(RescaledDb target) throws Exception {
        Contents.check(target.directory(), job, target.range().orElseThrow());
    }

    private static Set<String> names(Path parent) throws IOException {
        try (var files = Files.list(parent)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    @FunctionalInterface
    private interface Attempt {
        void run() throws Exception;
    }
}
