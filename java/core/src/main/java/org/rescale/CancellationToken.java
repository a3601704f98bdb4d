// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Stops the operations of the {@link Rescaler}s it was given to, those that run and those that are to come. Cannot be
 * taken back. Thread-safe.
 */
public final class CancellationToken {

    private final Set<Runnable> actions = new LinkedHashSet<>();
    private boolean cancelled;

    /** A token that is not cancelled. */
    public CancellationToken() {}

    /**
     * Asks running operations to stop; returns at once. They end soon with {@link RescaleCancelledException} and leave
     * nothing partial behind.
     */
    public void cancel() {
        Runnable[] running;
        synchronized (this) {
            cancelled = true;
            running = actions.toArray(new Runnable[0]);
        }
        for (Runnable action : running) {
            action.run();
        }
    }

    /**
     * Whether it was cancelled.
     *
     * @return true after {@link #cancel()}
     */
    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Has {@code action} run on cancellation, perhaps in this call and perhaps more than once. */
    void register(Runnable action) {
        boolean late;
        synchronized (this) {
            actions.add(action);
            late = cancelled;
        }
        if (late) {
            action.run();
        }
    }

    synchronized void unregister(Runnable action) {
        actions.remove(action);
    }
}
