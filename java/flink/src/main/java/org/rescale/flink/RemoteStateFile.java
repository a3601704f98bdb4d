// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.util.IOUtils;
import org.rescale.RemoteFile;

/** A stored file of a checkpoint that is read where it is. Its stream is opened by the first read. */
final class RemoteStateFile implements RemoteFile {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final StreamStateHandle handle;
    private final CloseableRegistry streams;
    private final LongConsumer bytesRead;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private FSDataInputStream stream;

    /**
     * @param streams what a task registers to be closed if it is to stop
     * @param bytesRead is told of each read
     */
    RemoteStateFile(StreamStateHandle handle, CloseableRegistry streams, LongConsumer bytesRead) {
        this.handle = handle;
        this.streams = streams;
        this.bytesRead = bytesRead;
    }

    @Override
    public long size() {
        return handle.getStateSize();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        try {
            if (stream == null) {
                stream = handle.openInputStream();
                streams.registerCloseable(stream);
            }
            if (stream.getPos() != position) {
                stream.seek(position);
            }
            bytesRead.accept(target.remaining());
            fill(target);
        } catch (IOException e) {
            throw new IOException("cannot be read from " + handle + ": " + e.getMessage(), e);
        }
    }

    private void fill(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            int read = stream.read(buffer, 0, Math.min(buffer.length, target.remaining()));
            if (read < 0) {
                throw new EOFException("it has " + stream.getPos() + " bytes instead of " + size());
            }
            target.put(buffer, 0, read);
        }
    }

    @Override
    public void close() {
        if (stream != null) {
            streams.unregisterCloseable(stream);
            IOUtils.closeQuietly(stream);
        }
    }
}
