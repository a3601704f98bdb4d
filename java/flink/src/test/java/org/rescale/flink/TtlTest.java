// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/** RocksDB removes expired values when it compacts, also after a rescale. */
class TtlTest extends JobTest {

    private static final Job TTL = Job.keyed(new TtlFunction());
    private static final Duration LIFE = Duration.ofSeconds(2);
    private static final int FEW = 50;

    @Test
    void expiredValuesAreCompactedAwayAfterARescale() throws Exception {
        String checkpoint;
        long full;
        try (JobRun run = JobRun.start(TTL, cluster, ours, 4, MAX_PARALLELISM, null)) {
            run.send(updates(FEW, KEYS, 1));
            checkpoint = run.checkpoint();
            full = run.lastCheckpoint().getStateSize();
        }
        Thread.sleep(LIFE.toMillis());
        try (JobRun run = JobRun.start(TTL, cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            run.send(updates(0, FEW, 2));
            run.checkpoint();
            assertRescaled(2);
            long size = run.lastCheckpoint().getStateSize();
            assertTrue(size > full / 2, "it is compaction that removes them, so they are still there: " + size);
            for (int i = 0; i < 20 && size > full / 4; i++) {
                run.send(updates(0, FEW, 3 + i)); // each checkpoint adds an SST to L0
                run.checkpoint();
                size = run.lastCheckpoint().getStateSize();
                Thread.sleep(100);
            }
            assertTrue(size < full / 4, size + " of " + full + " bytes are left");
            run.send(updates(0, FEW, 100));
            run.send(List.of(new Event(Event.Kind.PROBE, FEW, 0), new Event(Event.Kind.PROBE, 0, 0)));
            assertNull(StateFunction.PROBED.get(FEW));
            assertEquals(TtlFunction.value(0, 100), StateFunction.PROBED.get(0));
        }
    }

    private static List<Event> updates(int from, int to, long number) {
        List<Event> events = new ArrayList<>();
        for (int key = from; key < to; key++) {
            events.add(new Event(Event.Kind.UPDATE, key, number));
        }
        return events;
    }

    /** A value for each key, which expires. */
    private static final class TtlFunction extends KeyedProcessFunction<Integer, Event, String> {
        private static final long serialVersionUID = 1;

        private transient ValueState<String> state;

        static String value(int key, long number) {
            return Model.text(key, number).repeat(2) + Model.text(key, -number);
        }

        @Override
        public void processElement(Event event, Context context, Collector<String> out) throws Exception {
            if (state == null) {
                ValueStateDescriptor<String> descriptor = new ValueStateDescriptor<>("expiring", String.class);
                descriptor.enableTimeToLive(StateTtlConfig.newBuilder(LIFE)
                        .cleanupInRocksdbCompactFilter(1)
                        .build());
                state = getRuntimeContext().getState(descriptor);
            }
            if (event.kind == Event.Kind.UPDATE) {
                state.update(value(event.key, event.number));
            } else if (state.value() != null) {
                StateFunction.PROBED.put(event.key, state.value());
            }
            StateFunction.PROCESSED.incrementAndGet();
        }
    }
}
