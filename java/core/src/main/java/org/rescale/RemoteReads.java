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
 * what went wrong. A native thread has no context class loader; while files are called it has that of the caller of the
 * operation, which clients of stores look for classes with. Thread-safe.
 */
final class RemoteReads {

    private final RemoteFiles files;
    private final ClassLoader callersLoader = Thread.currentThread().getContextClassLoader();
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
        idAndSize[0] = -1;
        return call(() -> {
            RemoteFile file = files.open(Path.of(NativePaths.decode(path)));
            if (file != null) {
                idAndSize[1] = sizeOrClose(file);
                idAndSize[0] = add(file);
            }
        });
    }

    byte[] read(long id, long position, ByteBuffer target) {
        return call(() -> {
            get(id).read(position, target);
            if (target.position() != target.capacity()) { // a limit that was lowered hides nothing
                int missing = target.capacity() - target.position();
                throw new EOFException(missing + " of " + target.capacity() + " bytes are missing");
            }
        });
    }

    void close(long id) {
        withCallersLoader(() -> {
            try {
                remove(id).close();
            } catch (IOException | RuntimeException e) {
                // What was read is good, and another failure's cause must not be hidden by it.
            }
        });
    }

    private interface Call {
        void run() throws Exception;
    }

    private byte[] call(Call call) {
        byte[][] message = new byte[1][];
        withCallersLoader(() -> {
            try {
                call.run();
            } catch (Throwable e) {
                message[0] = failed(e);
            }
        });
        return message[0];
    }

    private void withCallersLoader(Runnable work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(callersLoader);
        try {
            work.run();
        } finally {
            thread.setContextClassLoader(before);
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
