// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.util.Collector;

/** Takes its time, and tells how many events a checkpoint has behind it; the others may be in flight. */
final class SlowStateFunction extends StateFunction implements CheckpointedFunction {

    static final AtomicLong BEHIND = new AtomicLong();
    static volatile long delayMs;

    private static final long serialVersionUID = 1;

    private transient long processed;

    @Override
    public void processElement(Event event, Context context, Collector<String> out) throws Exception {
        if (delayMs > 0) {
            Thread.sleep(delayMs);
        }
        super.processElement(event, context, out);
        processed++;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        BEHIND.addAndGet(processed);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
}
