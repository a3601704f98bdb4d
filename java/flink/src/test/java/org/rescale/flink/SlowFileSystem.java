// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/** {@code slow:/path}: the local file system, but that our reads can be made to take for ever. */
public final class SlowFileSystem extends SchemeFileSystem {

    /** Names of the threads that fetch files. */
    static final String FETCHING = "rescale-fetch.*";

    /** And of those that cut files where they are stored. */
    static final String CUTTING = "rescale-run|rescale-worker";

    /** While it is not null, reads in some threads hang until their stream is closed; the first one counts it down. */
    static volatile CountDownLatch hanging;

    /** Which threads these are. */
    static volatile String hangingThreads = FETCHING;

    SlowFileSystem() {
        super("slow");
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
        FSDataInputStream in = super.open(path);
        boolean hangs = Thread.currentThread().getName().matches(hangingThreads);
        CountDownLatch first = hanging;
        return hangs && first != null ? new HangingStream(in, first) : in;
    }

    /** For Flink. */
    public static final class Factory extends SchemeFileSystem.Factory {
        /** For the service loader. */
        public Factory() {
            super("slow", SlowFileSystem::new);
        }
    }

    private static final class HangingStream extends FSDataInputStream {
        private final FSDataInputStream in;
        private final CountDownLatch first;
        private final CountDownLatch closed = new CountDownLatch(1);

        HangingStream(FSDataInputStream in, CountDownLatch first) {
            this.in = in;
            this.first = first;
        }

        @Override
        public int read() throws IOException {
            first.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("closed");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public void seek(long position) throws IOException {
            in.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return in.getPos();
        }

        @Override
        public void close() throws IOException {
            closed.countDown();
            in.close();
        }
    }
}
