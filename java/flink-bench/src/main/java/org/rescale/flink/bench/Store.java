// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Where checkpoints are, {@code store:/path}: local files, whose bytes are counted, and limited if so wanted. */
public final class Store extends LocalFileSystem {

    static final String SCHEME = "store";

    /** Bytes read and written since the JVM began. */
    static final AtomicLong READ = new AtomicLong();

    static final AtomicLong WRITTEN = new AtomicLong();

    static volatile Throttle throttle = new Throttle(0, 0);

    private Store() {}

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public boolean isDistributedFS() {
        return true;
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
        throttle.request();
        return new In(super.open(path));
    }

    @Override
    public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
        throttle.request();
        return new Out(super.create(path, mode));
    }

    /** For Flink. */
    public static final class Factory implements FileSystemFactory {

        /** For the service loader. */
        public Factory() {}

        @Override
        public String getScheme() {
            return SCHEME;
        }

        @Override
        public FileSystem create(URI uri) {
            return new Store();
        }
    }

    private static final class In extends FSDataInputStream {
        private final FSDataInputStream in;

        In(FSDataInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            if (read > 0) {
                READ.addAndGet(read);
                throttle.transfer(read);
            }
            return read;
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
            in.close();
        }
    }

    private static final class Out extends FSDataOutputStream {
        private final FSDataOutputStream out;

        Out(FSDataOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            WRITTEN.addAndGet(length);
            throttle.transfer(length);
        }

        @Override
        public long getPos() throws IOException {
            return out.getPos();
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void sync() throws IOException {
            out.sync();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
