// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One long operation. It runs in a thread of its own, so that the calling thread can be interrupted while it waits, and
 * can tell the listener how far things are: the native threads never enter the JVM, and a listener may throw.
 */
final class NativeCall {

    private static final long FIRST_WAIT_MS = 2;
    private static final long LONGEST_WAIT_MS = 50;

    private final NativeReference reference;
    private final Consumer<RescaleProgress> listener;
    private Throwable listenerFailure;

    private NativeCall(Consumer<RescaleProgress> listener) {
        this.listener = listener;
        reference = new NativeReference(this, create(), NativeCall::destroy);
    }

    /**
     * Runs an operation to its end.
     *
     * @param name for the thread, such as {@code plan}
     * @param listener may be null
     * @param token may be null
     * @throws RescaleCancelledException if the token was cancelled or this thread interrupted, whose interrupt status
     *     is then set
     */
    static <T> T run(
            String name,
            Consumer<RescaleProgress> listener,
            CancellationToken token,
            NativeReference.Use<T> operation)
            throws RescaleException {
        NativeLibrary.load();
        if (token != null && token.isCancelled() || Thread.currentThread().isInterrupted()) {
            throw new RescaleCancelledException(StatusCode.CANCELLED, name + ": cancelled before it began", null, -1);
        }
        NativeCall call = new NativeCall(listener);
        Runnable cancellation = call::requestCancel;
        try {
            if (token != null) {
                token.register(cancellation);
            }
            return call.runInThread(name, operation);
        } finally {
            if (token != null) {
                token.unregister(cancellation);
            }
            call.reference.close();
        }
    }

    private <T> T runInThread(String name, NativeReference.Use<T> operation) throws RescaleException {
        FutureTask<T> task = new FutureTask<>(() -> reference.use(operation));
        Thread thread = new Thread(task, "rescale-" + name);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        long wait = FIRST_WAIT_MS;
        try {
            while (true) {
                try {
                    return finished(task.get(wait, TimeUnit.MILLISECONDS));
                } catch (TimeoutException e) {
                    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
                    tellListener();
                } catch (InterruptedException e) {
                    interrupted = true;
                    requestCancel();
                } catch (ExecutionException e) {
                    throw failed(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T finished(T result) throws RescaleException {
        tellListener();
        if (listenerFailure != null) {
            throw unchecked(listenerFailure);
        }
        return result;
    }

    /** The failure, with the stack of the thread that asked. */
    private RescaleException failed(Throwable cause) {
        if (listenerFailure != null && cause instanceof RescaleCancelledException) {
            throw unchecked(listenerFailure);
        }
        cause.fillInStackTrace();
        if (cause instanceof RescaleException) {
            return (RescaleException) cause;
        }
        throw unchecked(cause); // the natives declare no other
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        return (RuntimeException) failure;
    }

    private void tellListener() throws RescaleException {
        if (listener == null || listenerFailure != null) {
            return;
        }
        RescaleProgress progress =
                reference.use(pointer -> new RescaleProgress(new MessageReader(progress(pointer))));
        try {
            listener.accept(progress);
        } catch (RuntimeException | Error e) {
            listenerFailure = e;
            requestCancel();
        }
    }

    private void requestCancel() {
        try {
            reference.use(pointer -> {
                cancel(pointer);
                return null;
            });
        } catch (IllegalStateException e) {
            // It has ended.
        } catch (RescaleException e) {
            throw new IllegalStateException(e);
        }
    }

    private static native long create();

    private static native void cancel(long call);

    private static native byte[] progress(long call);

    private static native void destroy(long call);
}
