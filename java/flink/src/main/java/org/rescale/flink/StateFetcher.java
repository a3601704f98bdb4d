// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.util.IOUtils;

/**
 * Copies files of a checkpoint to this machine, several at a time, or has their file system do so. Closing it from any
 * thread, or interrupting the one that fetches, closes all streams and stops it. Whoever closes waits until nothing is
 * written any more.
 */
final class StateFetcher implements Closeable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final boolean HAS_PATH_COPIES = exists("org.apache.flink.core.fs.PathsCopyingFileSystem");

    private final ExecutorService executor;
    private final CloseableRegistry streams = new CloseableRegistry();
    private final List<Callable<Long>> queue = new ArrayList<>();
    private final PathCopies pathCopies = HAS_PATH_COPIES ? new PathCopies() : null;
    private final List<Future<Long>> futures = new ArrayList<>();
    private final AtomicLong remoteBytes = new AtomicLong();
    private int pending;
    private boolean stopped;

    StateFetcher(int threads, ThreadFactory threadFactory) {
        executor = Executors.newFixedThreadPool(threads, threadFactory);
    }

    /** A file that is read where it is, and not fetched; may be read until {@link #stop()}. */
    RemoteStateFile remote(StreamStateHandle handle) {
        return new RemoteStateFile(handle, streams, remoteBytes::addAndGet);
    }

    /** What was read of all remote files. */
    long remoteBytes() {
        return remoteBytes.get();
    }

    /** Asks for a file with the next {@link #fetch()}. */
    void add(StreamStateHandle handle, Path target) throws IOException {
        if (pathCopies == null || !pathCopies.add(handle, target)) {
            queue.add(() -> copy(handle, target));
        }
        pending++;
    }

    /** How many files the next {@link #fetch()} fetches. */
    int pending() {
        return pending;
    }

    /**
     * Fetches all that was added.
     *
     * @return bytes
     * @throws IOException of the first file that failed; the others go on until {@link #close()}
     */
    long fetch() throws IOException, InterruptedException {
        CompletionService<Long> copies = new ExecutorCompletionService<>(executor);
        int count = submit(copies);
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += next(copies);
        }
        return bytes;
    }

    /** Stops everything without waiting for it. */
    void stop() {
        List<Future<Long>> running;
        synchronized (futures) {
            stopped = true;
            running = List.copyOf(futures);
        }
        running.forEach(future -> future.cancel(true));
        IOUtils.closeQuietly(streams);
    }

    @Override
    public void close() {
        stop();
        executor.shutdownNow();
        boolean interrupted = false;
        boolean terminated = false;
        while (!terminated) {
            try {
                terminated = executor.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true; // they have been told to stop
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private int submit(CompletionService<Long> copies) throws IOException {
        synchronized (futures) {
            if (stopped) {
                throw new IOException("fetching was cancelled");
            }
            futures.clear();
            if (pathCopies != null) {
                queue.addAll(pathCopies.take(streams));
            }
            queue.forEach(copy -> futures.add(copies.submit(copy)));
            queue.clear();
            pending = 0;
            return futures.size();
        }
    }

    private static long next(CompletionService<Long> copies) throws IOException, InterruptedException {
        try {
            return copies.take().get();
        } catch (CancellationException e) {
            throw new IOException("fetching was cancelled", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException) {
                throw (IOException) e.getCause();
            }
            throw new IOException(e.getCause());
        }
    }

    private long copy(StreamStateHandle handle, Path target) throws IOException {
        long bytes = 0;
        try (InputStream in = handle.openInputStream()) {
            streams.registerCloseable(in);
            try (OutputStream out = Files.newOutputStream(target)) {
                byte[] buffer = new byte[BUFFER_BYTES];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    out.write(buffer, 0, n);
                    bytes += n;
                }
            } finally {
                streams.unregisterCloseable(in);
            }
        } catch (IOException e) {
            throw new IOException(
                    target.getFileName() + " cannot be fetched from " + handle + ": " + e.getMessage(), e);
        }
        checkSize(target, bytes, handle.getStateSize(), handle);
        return bytes;
    }

    static void checkSize(Path target, long size, long expected, Object source) throws WrongSizeException {
        if (size != expected) {
            throw new WrongSizeException(
                    target.getFileName() + " of " + source + " has " + size + " bytes instead of " + expected,
                    target.toString().endsWith(RestoreSource.SST));
        }
    }

    private static boolean exists(String className) {
        try {
            Class.forName(className);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
