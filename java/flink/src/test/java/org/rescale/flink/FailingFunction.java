// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.util.Collector;

/** Fails when it is told to, once. */
final class FailingFunction extends StateFunction {

    /** How many subtasks have begun to run since {@link #reset()}, those of all attempts. */
    static final AtomicInteger OPENED = new AtomicInteger();

    private static final AtomicBoolean FAIL = new AtomicBoolean();
    private static final long serialVersionUID = 1;

    static void reset() {
        OPENED.set(0);
        FAIL.set(false);
    }

    /** Has one subtask fail; the event that it fails with is lost. */
    static void fail() {
        FAIL.set(true);
        EventSource.QUEUE.add(new Event(Event.Kind.PROBE, 0, 0));
    }

    @Override
    public void open(OpenContext context) throws Exception {
        super.open(context);
        OPENED.incrementAndGet();
    }

    @Override
    public void processElement(Event event, Context context, Collector<String> out) throws Exception {
        if (FAIL.compareAndSet(true, false)) {
            throw new IllegalStateException("told to fail");
        }
        super.processElement(event, context, out);
    }
}
