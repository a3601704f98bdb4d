// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What native threads call to read remote files, in {@code jni/java_remote_files.cc}: nothing is thrown, a message says
 * what went wrong. Thread-safe.
 */
final class RemoteReads {

    private final RemoteFiles files;
    private final Map<Long, RemoteFile> open = new HashMap<>();
    private long next;
    private Throwable firstFailure;

    RemoteReads(RemoteFiles files) {
        this.files = files;
    }

    synchronized Optional<Throwable> firstFailure() {
        return Optional.ofNullable(firstFailure);
    }

    /**
     * @param idAndSize is set, unless the file is no remote one
     * @return what went wrong, or null
     */
    byte[] open(byte[] path, long[] idAndSize) {
        try {
            idAndSize[0] = -1;
            RemoteFile file = files.open(Path.of(NativePaths.decode(path)));
            if (file != null) {
                idAndSize[1] = sizeOrClose(file);
                idAndSize[0] = add(file);
            }
            return null;
        } catch (Throwable e) {
            return failed(e);
        }
    }

    byte[] read(long id, long position, ByteBuffer target) {
        try {
            get(id).read(position, target);
            if (target.hasRemaining()) {
                throw new EOFException(target.remaining() + " of " + target.capacity() + " bytes are missing");
            }
            return null;
        } catch (Throwable e) {
            return failed(e);
        }
    }

    void close(long id) {
        try {
            remove(id).close();
        } catch (IOException | RuntimeException e) {
            failed(e); // what was read is good
        }
    }

    private static long sizeOrClose(RemoteFile file) throws IOException {
        try {
            long size = file.size();
            if (size < 0) {
                throw new IOException("its size is said to be " + size);
            }
            return size;
        } catch (Throwable e) {
            try (file) {
                throw e;
            }
        }
    }

    private synchronized long add(RemoteFile file) {
        open.put(next, file);
        return next++;
    }

    private synchronized RemoteFile get(long id) {
        return open.get(id);
    }

    private synchronized RemoteFile remove(long id) {
        return open.remove(id);
    }

    private byte[] failed(Throwable e) {
        synchronized (this) {
            if (firstFailure == null) {
                firstFailure = e;
            }
        }
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.getBytes(StandardCharsets.UTF_8);
    }
}
