// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/** {@code store:/path}: local files, but each request takes its time and is counted. */
public final class ObjectStore extends SchemeFileSystem {

    private static final long REQUEST_MS = 20;
    private static final Map<String, AtomicLong> OPENED = new ConcurrentHashMap<>();
    private static final Map<String, AtomicLong> BYTES = new ConcurrentHashMap<>();
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger MOST_AT_ONCE = new AtomicInteger();

    /** Called by our threads before they open a file and after they have closed it, if it is not null. */
    static volatile Runnable listener;

    ObjectStore() {
        super("store");
    }

    static void clear() {
        OPENED.clear();
        BYTES.clear();
        MOST_AT_ONCE.set(0);
    }

    /** The most files that our threads had open at the same time, since {@link #clear()}. */
    static int mostAtOnce() {
        return MOST_AT_ONCE.get();
    }

    /** How often each file was opened, since {@link #clear()}. */
    static Map<String, Long> opened() {
        return copy(OPENED);
    }

    /** How many bytes of each file were read, by anyone. */
    static Map<String, Long> bytes() {
        return copy(BYTES);
    }

    private static Map<String, Long> copy(Map<String, AtomicLong> counts) {
        Map<String, Long> copy = new TreeMap<>();
        counts.forEach((name, count) -> copy.put(name, count.get()));
        return copy;
    }

    private static void count(Map<String, AtomicLong> counts, Path path, long more) {
        counts.computeIfAbsent(path.getPath(), name -> new AtomicLong()).addAndGet(more);
    }

    private static void request() throws IOException {
        try {
            Thread.sleep(REQUEST_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public boolean isDistributedFS() {
        return true;
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
        boolean ours = Thread.currentThread().getName().startsWith("rescale-fetch");
        if (ours) {
            tell();
            MOST_AT_ONCE.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
        }
        try {
            request();
            count(OPENED, path, 1);
            return new CountingStream(super.open(path), path, ours);
        } catch (IOException e) {
            RUNNING.addAndGet(ours ? -1 : 0);
            throw e;
        }
    }

    private static void tell() {
        Runnable told = listener;
        if (told != null) {
            told.run();
        }
    }

    /** For Flink. */
    public static final class Factory extends SchemeFileSystem.Factory {
        /** For the service loader. */
        public Factory() {
            super("store", ObjectStore::new);
        }
    }

    private static final class CountingStream extends FSDataInputStream {
        private final FSDataInputStream in;
        private final Path path;
        private final AtomicBoolean running;

        CountingStream(FSDataInputStream in, Path path, boolean ours) {
            this.in = in;
            this.path = path;
            running = new AtomicBoolean(ours);
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count(BYTES, path, read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            count(BYTES, path, Math.max(read, 0));
            return read;
        }

        @Override
        public void seek(long position) throws IOException {
            request(); // as a storage client does: it asks again, from there
            count(OPENED, path, 1);
            in.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return in.getPos();
        }

        @Override
        public void close() throws IOException {
            in.close();
            if (running.getAndSet(false)) {
                RUNNING.decrementAndGet();
                tell();
            }
        }
    }
}
