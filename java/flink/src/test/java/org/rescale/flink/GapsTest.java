// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;

/** A subtask that never had state leaves none behind: key groups that no handle owns. */
class GapsTest extends JobTest {

    private static final Job LAZY = events ->
            events.keyBy(event -> event.key).map(new LazyFunction()).uid("lazy").sinkTo(new DiscardingSink<>());

    private final Map<Integer, Long> expected = new TreeMap<>();

    @Test
    void keyGroupsWithoutASourceAreEmpty() throws Exception {
        String checkpoint;
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 4, MAX_PARALLELISM, null)) {
            update(run, 1, 32, 64); // the second subtask's
            update(run, 2, 96, 128); // the last one's
            checkpoint = run.checkpoint();
        }
        assertEquals(2, CheckpointFiles.keyedState(checkpoint).size());

        try (JobRun run = JobRun.start(LAZY, cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            check(run);
            assertRescaled(2);
            update(run, 3, 0, 16);
            checkpoint = run.checkpoint();
        }
        log.clear();
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 6, MAX_PARALLELISM, checkpoint)) {
            check(run);
            assertRescaled(6);
        }
    }

    @Test
    void aSubtaskWithoutAnySourceBeginsEmpty() throws Exception {
        String checkpoint;
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 4, MAX_PARALLELISM, null)) {
            update(run, 1, 0, 32);
            checkpoint = run.checkpoint();
        }
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 2, MAX_PARALLELISM, checkpoint)) {
            check(run);
            assertRescaled(1);
            update(run, 2, 64, 128);
            checkpoint = run.checkpoint();
        }
        log.clear();
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 1, MAX_PARALLELISM, checkpoint)) {
            check(run);
            assertRescaled(1);
        }
        assertEquals(List.of(), log.messages(Level.WARNING));
    }

    /** Sets the values of all keys of some key groups, the last one not included. */
    private void update(JobRun run, long number, int firstGroup, int endGroup) throws Exception {
        List<Integer> keys = model.keysOf(firstGroup, endGroup, MAX_PARALLELISM);
        keys.forEach(key -> expected.put(key, number));
        run.send(keys.stream()
                .map(key -> new Event(Event.Kind.UPDATE, key, number))
                .collect(Collectors.toList()));
    }

    /** All keys, those without a value too. */
    private void check(JobRun run) throws Exception {
        run.send(model.probes());
        Map<Integer, String> values = new TreeMap<>();
        for (int key = 0; key < KEYS; key++) {
            values.put(key, String.valueOf(expected.get(key)));
        }
        assertEquals(values, new TreeMap<>(StateFunction.PROBED));
    }

    /** Has state only since the first event: a process function would have had timers from the beginning. */
    private static final class LazyFunction extends RichMapFunction<Event, String> {
        private static final long serialVersionUID = 1;

        private transient ValueState<Long> value;

        @Override
        public String map(Event event) throws Exception {
            if (value == null) {
                value = getRuntimeContext().getState(new ValueStateDescriptor<>("value", Long.class));
            }
            if (event.kind == Event.Kind.UPDATE) {
                value.update(event.number);
            } else {
                StateFunction.PROBED.put(event.key, String.valueOf(value.value()));
            }
            StateFunction.PROCESSED.incrementAndGet();
            return "";
        }
    }
}
