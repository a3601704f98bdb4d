// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files are fetched whole or not at all, and fetching stops when it is told to. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class StateFetcherTest {

    @TempDir
    private Path tmp;

    private final CountDownLatch reading = new CountDownLatch(1);
    private final AtomicBoolean streamClosed = new AtomicBoolean();

    @Test
    void allThatWasAddedIsThere() throws Exception {
        try (StateFetcher fetcher = new StateFetcher(2, Thread::new)) {
            for (int i = 0; i < 10; i++) {
                fetcher.add(new ByteStreamStateHandle("handle", new byte[i * 20_000]), tmp.resolve("" + i));
            }
            assertEquals(10, fetcher.pending());
            assertEquals(45 * 20_000, fetcher.fetch());
            assertEquals(0, fetcher.pending());
            assertEquals(0, fetcher.fetch());
        }
        for (int i = 0; i < 10; i++) {
            assertArrayEquals(new byte[i * 20_000], Files.readAllBytes(tmp.resolve("" + i)));
        }
    }

    @Test
    void stoppingClosesTheStreams() throws Exception {
        try (StateFetcher fetcher = new StateFetcher(1, Thread::new)) {
            fetcher.add(new StuckHandle(), tmp.resolve("1"));
            fetcher.add(new StuckHandle(), tmp.resolve("2"));
            Thread canceller = new Thread(() -> {
                awaitReading();
                fetcher.stop();
            });
            canceller.start();
            assertThrows(IOException.class, fetcher::fetch);
            canceller.join();
            assertThrows(IOException.class, fetcher::fetch);
        }
        assertTrue(streamClosed.get());
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        Thread caller = Thread.currentThread();
        try (StateFetcher fetcher = new StateFetcher(1, Thread::new)) {
            fetcher.add(new StuckHandle(), tmp.resolve("1"));
            new Thread(() -> {
                        awaitReading();
                        caller.interrupt();
                    })
                    .start();
            assertThrows(InterruptedException.class, fetcher::fetch);
        }
        assertTrue(streamClosed.get());
    }

    private void awaitReading() {
        try {
            reading.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its stream gives nothing until it is closed. */
    private final class StuckHandle extends ByteStreamStateHandle {
        private static final long serialVersionUID = 1;

        StuckHandle() {
            super("stuck", new byte[1]);
        }

        @Override
        public FSDataInputStream openInputStream() {
            return new StuckStream();
        }
    }

    private final class StuckStream extends FSDataInputStream {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public int read() throws IOException {
            reading.countDown();
            boolean interrupted = false;
            while (closed.getCount() > 0) {
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    interrupted = true; // as storage clients do that know only close()
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("closed");
        }

        @Override
        public void close() {
            streamClosed.set(true);
            closed.countDown();
        }

        @Override
        public void seek(long position) {}

        @Override
        public long getPos() {
            return 0;
        }
    }
}
