// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private long updates;

    @Test
    void keyGroupsWithoutASourceAreEmpty() throws Exception {
        String checkpoint;
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 4, MAX_PARALLELISM, null)) {
            update(run, 32, 64); // the second subtask's
            update(run, 96, 128); // the last one's
            checkpoint = run.checkpoint();
        }
        assertEquals(2, CheckpointFiles.keyedState(checkpoint).size());
        checkpoint = rescale(checkpoint, 2, 2, 0, 16);
        rescale(checkpoint, 6, 6, 0, 128);
    }

    @Test
    void aSubtaskWithoutAnySourceBeginsEmpty() throws Exception {
        String checkpoint;
        try (JobRun run = JobRun.start(LAZY, cluster, ours, 4, MAX_PARALLELISM, null)) {
            update(run, 0, 32);
            checkpoint = run.checkpoint();
        }
        checkpoint = rescale(checkpoint, 2, 1, 64, 128);
        rescale(checkpoint, 1, 1, 0, 128);
    }

    /** Restores and checks all keys, as so many subtasks must have by a rescale; then {@link #update}s some. */
    private String rescale(String checkpoint, int parallelism, int rescaled, int firstGroup, int endGroup)
            throws Exception {
        log.clear();
        try (JobRun run = JobRun.start(LAZY, cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
            check(run);
            assertRescaled(rescaled);
            update(run, firstGroup, endGroup);
            return run.checkpoint();
        }
    }

    /** Sets new values for all keys of some key groups, the last one not included. */
    private void update(JobRun run, int firstGroup, int endGroup) throws Exception {
        long number = ++updates;
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
