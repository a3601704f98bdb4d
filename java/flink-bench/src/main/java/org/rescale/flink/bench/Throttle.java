// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a store lets through: all its clients share the bytes a second, each request waits by itself. Thread-safe. */
final class Throttle {

    private final long requestNanos;
    private final double nanosPerByte;
    private long free = System.nanoTime();

    /** @param bytesPerSecond 0 for as many as there are */
    Throttle(long requestMs, long bytesPerSecond) {
        requestNanos = TimeUnit.MILLISECONDS.toNanos(requestMs);
        nanosPerByte = bytesPerSecond == 0 ? 0 : (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    }

    void request() throws IOException {
        sleepUntil(System.nanoTime() + requestNanos);
    }

    void transfer(long bytes) throws IOException {
        if (nanosPerByte > 0) {
            sleepUntil(reserve(bytes));
        }
    }

    private synchronized long reserve(long bytes) {
        free = Math.max(free, System.nanoTime()) + (long) (bytes * nanosPerByte);
        return free;
    }

    private static void sleepUntil(long end) throws IOException {
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted");
            }
        }
    }
}
