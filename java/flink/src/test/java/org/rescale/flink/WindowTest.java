// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows that are open when the job is rescaled fire afterwards, once, with all that came before and after. */
class WindowTest extends JobTest {

    private static final long SIZE = 500;

    private static final Job WINDOWS = events -> events.filter(event -> {
                StateFunction.PROCESSED.incrementAndGet();
                return event.kind == Event.Kind.UPDATE;
            })
            .setParallelism(1)
            .returns(TypeInformation.of(Event.class))
            .keyBy(event -> event.key)
            .window(TumblingEventTimeWindows.of(Duration.ofMillis(SIZE)))
            .reduce((a, b) -> new Event(a.kind, a.key, a.number + b.number), new Tell())
            .uid("windows")
            .sinkTo(new DiscardingSink<>());

    private final Map<String, Long> open = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(strings = {"ROCKSDB", "HEAP"})
    void openWindowsFireAfterARescale(String timers) throws Exception {
        ours.setString("state.backend.rocksdb.timer-service.factory", timers);
        model = new Model(200, 1);
        String checkpoint;
        try (JobRun run = JobRun.start(WINDOWS, cluster, ours, 4, MAX_PARALLELISM, null)) {
            run.send(change());
            run.checkpoint();
            run.send(change());
            assertFired(run, 700);
            checkpoint = run.checkpoint();
        }
        for (int parallelism : new int[] {3, 2}) {
            try (JobRun run = JobRun.start(WINDOWS, cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
                run.send(change());
                assertFired(run, parallelism == 3 ? 1700 : JobRun.END_OF_TIME);
                checkpoint = run.checkpoint();
            }
        }
        assertEquals(Map.of(), open);
        assertRescaled(5);
    }

    /** A thousand events, with ascending timestamps. */
    private List<Event> change() {
        List<Event> events = model.change(1000);
        for (Event event : events) {
            if (event.kind == Event.Kind.UPDATE) {
                open.merge(event.key + "@" + event.number / SIZE * SIZE, event.number, Long::sum);
            }
        }
        return events;
    }

    /** Moves time to there: all windows fire that are over by then, and no others. */
    private void assertFired(JobRun run, long time) throws Exception {
        List<String> due = new ArrayList<>();
        open.forEach((window, sum) -> {
            if (Long.parseLong(window.substring(window.indexOf('@') + 1)) + SIZE <= time) {
                due.add(window + "=" + sum);
            }
        });
        assertFalse(due.isEmpty());
        run.send(List.of(new Event(Event.Kind.TIME, 0, time)));
        run.await(() -> StateFunction.FIRED.size() >= due.size(), "not all windows have fired");
        assertEquals(due.stream().sorted().collect(Collectors.toList()),
                StateFunction.FIRED.stream().sorted().collect(Collectors.toList()));
        due.forEach(fired -> open.remove(fired.substring(0, fired.indexOf('='))));
    }

    private static final class Tell extends ProcessWindowFunction<Event, String, Integer, TimeWindow> {
        private static final long serialVersionUID = 1;

        @Override
        public void process(Integer key, Context context, Iterable<Event> reduced, Collector<String> out) {
            StateFunction.FIRED.add(key + "@" + context.window().getStart() + "="
                    + reduced.iterator().next().number);
        }
    }
}
