// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that take about a second, because everything that was written is read again. */
class CancellationTest {

    @TempDir
    private static Path directory;

    private static TestJob job;

    private final Path out = directory.resolve("parent/new");

    @BeforeAll
    static void runJob() throws Exception {
        job = new TestJob(directory.resolve("old"), 128, 2).size(400, 400).run();
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertFalse(Thread.interrupted());
        try (var files = Files.list(directory)) {
            assertEquals(List.of(directory.resolve("old")), files.collect(Collectors.toList()));
        }
    }

    @Test
    void aTokenThatIsCancelledAlready() {
        CancellationToken token = new CancellationToken();
        token.cancel();
        Rescaler rescaler = slow().cancellation(token).build();
        assertThrows(RescaleCancelledException.class, () -> rescaler.plan(job.handles(), 1).close());
        assertThrows(RescaleCancelledException.class, () -> rescaler.run(job.handles(), 3, out));
    }

    @Test
    void aTokenThatIsCancelledInTheMiddle() {
        CancellationToken token = new CancellationToken();
        List<String> phases = new ArrayList<>();
        Rescaler rescaler = slow().cancellation(token)
                .progress(progress -> {
                    phases.add(progress.phase());
                    if (progress.filesDone() > 0) {
                        token.cancel();
                    }
                })
                .build();
        RescaleCancelledException e =
                assertThrows(RescaleCancelledException.class, () -> rescaler.run(job.handles(), 3, out));
        assertEquals(StatusCode.CANCELLED, e.code());
        assertTrue(token.isCancelled());
        assertFalse(phases.contains("publish"), phases.toString());
    }

    @Test
    void anotherThreadCancels() throws Exception {
        CancellationToken token = new CancellationToken();
        Thread canceller = new Thread(() -> {
            sleep(30);
            token.cancel();
        });
        canceller.start();
        Rescaler rescaler = slow().cancellation(token).build();
        assertThrows(RescaleCancelledException.class, () -> rescaler.run(job.handles(), 3, out));
        canceller.join();
    }

    @Test
    void anInterruptCancels() {
        Thread caller = Thread.currentThread();
        Rescaler rescaler = slow().progress(progress -> caller.interrupt()).build();
        assertThrows(RescaleCancelledException.class, () -> rescaler.run(job.handles(), 3, out));
        assertTrue(Thread.interrupted(), "the interrupt status is lost");
    }

    @Test
    void anInterruptBeforeTheBeginningCancels() {
        Thread.currentThread().interrupt();
        assertThrows(RescaleCancelledException.class, () -> slow().build().run(job.handles(), 3, out));
        assertTrue(Thread.interrupted(), "the interrupt status is lost");
    }

    @Test
    void whatTheListenerThrowsCancelsAndComesOut() {
        RuntimeException failure = new RuntimeException("the listener's");
        Rescaler failing = slow().progress(progress -> {
                    throw failure;
                })
                .build();
        assertSame(failure, assertThrows(RuntimeException.class, () -> failing.run(job.handles(), 3, out)));

        Error error = new Error("the listener's");
        Rescaler broken = slow().progress(progress -> {
                    throw error;
                })
                .build();
        assertSame(error, assertThrows(Error.class, () -> broken.run(job.handles(), 3, out)));
    }

    @Test
    void verifyIsCancelledToo() {
        CancellationToken token = new CancellationToken();
        Rescaler rescaler =
                slow().cancellation(token).progress(progress -> token.cancel()).build();
        StateHandle handle = job.handles().get(0);
        assertThrows(
                RescaleCancelledException.class,
                () -> rescaler.verify(handle.directory(), handle.range(), List.of(handle)));
    }

    @Test
    void progressGrowsToItsTotals() throws Exception {
        List<RescaleProgress> seen = new ArrayList<>();
        Rescaler rescaler = slow().progress(progress -> {
                    assertEquals("main", Thread.currentThread().getName());
                    seen.add(progress);
                })
                .build();
        List<RescaledDb> targets = rescaler.run(job.handles(), 3, out);
        for (int i = 1; i < seen.size(); i++) {
            assertTrue(seen.get(i).filesDone() >= seen.get(i - 1).filesDone());
            assertTrue(seen.get(i).bytesDone() >= seen.get(i - 1).bytesDone());
        }
        assertTrue(seen.size() > 2, seen.toString());
        RescaleProgress last = seen.get(seen.size() - 1);
        assertEquals("publish", last.phase());
        assertEquals(last.filesTotal(), last.filesDone());
        assertEquals(last.bytesTotal(), last.bytesDone());
        assertEquals(
                targets.stream().mapToLong(target -> target.report().bytesLinked()).sum(), last.bytesLinked());
        assertEquals(
                targets.stream().mapToLong(target -> target.report().bytesTrimRead()).sum(), last.bytesRewritten());
        DirectoryTree.delete(out.getParent(), new Exception());
    }

    private static Rescaler.Builder slow() {
        return Rescaler.builder(128).threads(1).deepVerify(true);
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
