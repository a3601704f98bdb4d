// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SSTs that are cut where they are stored. */
@Tag("rocksdb")
@Timeout(60)
class RemoteFilesTest {

    private static final int NEW_PARALLELISM = 3;

    @TempDir
    private Path directory;

    private final Map<Path, Path> stored = new HashMap<>();
    private final AtomicLong bytesRead = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    private TestJob job;

    /** Runs a job, and moves away every SST that has to be cut. */
    @BeforeEach
    void prepare() throws Exception {
        job = new TestJob(directory.resolve("old"), 128, 2).size(100, 200).run();
        try (RescalePlan plan = Rescaler.builder(128).build().plan(job.handles(), NEW_PARALLELISM)) {
            for (int target = 0; target < NEW_PARALLELISM; target++) {
                for (PlannedFile file : plan.files(target)) {
                    Path path = job.handles()
                            .get(file.source().source())
                            .directory()
                            .resolve(file.source().fileName());
                    if (file.action() == PlanAction.TRIM && !stored.containsKey(path)) {
                        stored.put(path, Files.move(path, directory.resolve("stored-" + stored.size())));
                    }
                }
            }
        }
        assertTrue(stored.size() > 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theyNeedNotBeHere(int threads) throws Exception {
        Rescaler rescaler = Rescaler.builder(128)
                .threads(threads)
                .deepVerify(true)
                .remoteFiles(this::openStored)
                .build();
        List<RescaledDb> targets = rescaler.run(job.handles(), NEW_PARALLELISM, directory.resolve("new"));
        for (int subtask = 0; subtask < NEW_PARALLELISM; subtask++) {
            Contents.check(
                    targets.get(subtask).directory(), job, KeyGroupRange.ofSubtask(128, NEW_PARALLELISM, subtask));
        }
        assertTrue(bytesRead.get() > 0);
        assertEquals(0, open.get());
        assertFalse(readers.contains(Thread.currentThread()));
    }

    @Test
    void theyAreCalledWithTheContextClassLoaderOfTheCaller() throws Exception {
        Set<ClassLoader> seen = ConcurrentHashMap.newKeySet();
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        try (URLClassLoader callers = new URLClassLoader(new URL[0], before)) {
            caller.setContextClassLoader(callers);
            Rescaler rescaler = Rescaler.builder(128)
                    .threads(4)
                    .remoteFiles(path -> {
                        seen.add(Thread.currentThread().getContextClassLoader());
                        return !stored.containsKey(path) ? null : new Stored(stored.get(path)) {
                            @Override
                            public void read(long position, ByteBuffer target) throws IOException {
                                seen.add(Thread.currentThread().getContextClassLoader());
                                super.read(position, target);
                            }

                            @Override
                            public void close() throws IOException {
                                seen.add(Thread.currentThread().getContextClassLoader());
                                super.close();
                            }
                        };
                    })
                    .build();
            rescaler.run(job.handles(), NEW_PARALLELISM, directory.resolve("new"));
            assertTrue(bytesRead.get() > 0);
            assertEquals(Set.of(callers), seen);
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    @Test
    void withoutThemTheRunFails() {
        Rescaler rescaler = Rescaler.builder(128).remoteFiles(path -> null).build();
        assertThrows(
                CorruptStateException.class,
                () -> rescaler.run(job.handles(), NEW_PARALLELISM, directory.resolve("new")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "size", "negative", "read", "short", "limit", "error", "close"})
    void whatTheyThrowIsTold(String where) throws Exception {
        Rescaler rescaler = Rescaler.builder(128)
                .remoteFiles(path -> failing(path, where))
                .build();
        Path out = directory.resolve("new");
        if (where.equals("close")) { // what was read is good
            rescaler.run(job.handles(), NEW_PARALLELISM, out);
            return;
        }
        RescaleException e =
                assertThrows(RescaleException.class, () -> rescaler.run(job.handles(), NEW_PARALLELISM, out));
        assertEquals(StatusCode.IO_ERROR, e.code());
        assertTrue(e.path().orElseThrow().endsWith(".sst"), e.toString());
        Map<String, String> others = Map.of("short", "missing", "limit", "missing", "negative", "is said to be -1");
        assertTrue(e.getMessage().contains(others.getOrDefault(where, "no " + where)), e.getMessage());
        assertEquals(1, e.getSuppressed().length);
        assertFalse(Files.exists(out));
        assertEquals(0, open.get());
        Rescaler good = Rescaler.builder(128).remoteFiles(this::openStored).build();
        assertEquals(NEW_PARALLELISM, good.run(job.handles(), NEW_PARALLELISM, out).size());
    }

    @Test
    void aRunIsCancelledWhileItReads() throws Exception {
        CancellationToken token = new CancellationToken();
        Rescaler rescaler = Rescaler.builder(128)
                .cancellation(token)
                .remoteFiles(path -> {
                    token.cancel();
                    return openStored(path);
                })
                .build();
        assertThrows(
                RescaleCancelledException.class,
                () -> rescaler.run(job.handles(), NEW_PARALLELISM, directory.resolve("new")));
        assertFalse(Files.exists(directory.resolve("new")));
    }

    private RemoteFile openStored(Path path) throws IOException {
        Path file = stored.get(path);
        return file == null ? null : new Stored(file);
    }

    private RemoteFile failing(Path path, String where) throws IOException {
        if (!stored.containsKey(path)) {
            return null;
        }
        if (where.equals("open")) {
            throw new IOException("no open");
        }
        return new Stored(stored.get(path)) {
            @Override
            public long size() throws IOException {
                if (where.equals("size")) {
                    throw new IOException("no size");
                }
                return where.equals("negative") ? -1 : super.size();
            }

            @Override
            public void read(long position, ByteBuffer target) throws IOException {
                switch (where) {
                    case "read":
                        throw new IOException("no read");
                    case "error":
                        throw new StackOverflowError("no error");
                    case "short":
                        target.put((byte) 0);
                        return;
                    case "limit":
                        target.put((byte) 0).limit(1);
                        return;
                    default:
                        super.read(position, target);
                }
            }

            @Override
            public void close() throws IOException {
                super.close();
                if (where.equals("close")) {
                    throw new IOException("no close");
                }
            }
        };
    }

    private class Stored implements RemoteFile {
        private final FileChannel channel;

        Stored(Path file) throws IOException {
            channel = FileChannel.open(file);
            open.incrementAndGet();
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            readers.add(Thread.currentThread());
            bytesRead.addAndGet(target.remaining());
            while (target.hasRemaining()) {
                channel.read(target, position + target.position());
            }
        }

        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                channel.close();
                open.decrementAndGet();
            }
        }
    }
}
