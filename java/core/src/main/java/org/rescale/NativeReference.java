// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/**
 * A native object that is freed exactly once: by {@link #close()}, or when its owner is garbage, and in either case not
 * before the last call that uses it has returned. Thread-safe; no method waits.
 */
final class NativeReference {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Cleaner.Cleanable cleanable;
    private final State state;

    /** A call that uses the native object. */
    @FunctionalInterface
    interface Use<T> {
        T apply(long pointer) throws RescaleException;
    }

    /**
     * @param owner whoever holds this; {@code destroy} must not refer to it
     * @param pointer the native object, never 0
     */
    NativeReference(Object owner, long pointer, LongConsumer destroy) {
        state = new State(pointer, destroy);
        cleanable = CLEANER.register(owner, state::close);
    }

    /** @throws IllegalStateException after {@link #close()} */
    <T> T use(Use<T> use) throws RescaleException {
        if (!state.enter()) {
            throw new IllegalStateException("it is closed");
        }
        try {
            return use.apply(state.pointer);
        } finally {
            state.leave();
        }
    }

    /** Frees the object, or has the last running call do so. Any number of times, from any thread. */
    void close() {
        cleanable.clean();
    }

    private static final class State {

        private final long pointer;
        private final LongConsumer destroy;
        private int users;
        private boolean closed;

        State(long pointer, LongConsumer destroy) {
            this.pointer = pointer;
            this.destroy = destroy;
        }

        synchronized boolean enter() {
            if (closed) {
                return false;
            }
            users++;
            return true;
        }

        synchronized void leave() {
            users--;
            if (closed && users == 0) {
                destroy.accept(pointer);
            }
        }

        /** Called once: a Cleanable runs its action at most once. */
        synchronized void close() {
            closed = true;
            if (users == 0) {
                destroy.accept(pointer);
            }
        }
    }
}
