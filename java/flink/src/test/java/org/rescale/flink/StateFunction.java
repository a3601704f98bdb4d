// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** State of every kind and timers of each key; tells them in static fields, as tests and job share a JVM. */
class StateFunction extends KeyedProcessFunction<Integer, Event, String> {

    static final AtomicLong PROCESSED = new AtomicLong();
    static final Map<Integer, String> PROBED = new ConcurrentHashMap<>();
    static final Queue<String> FIRED = new ConcurrentLinkedQueue<>();

    private static final long serialVersionUID = 1;

    private transient ValueState<Long> sum;
    private transient ListState<Long> numbers;
    private transient MapState<Long, String> texts;
    private transient ReducingState<Long> largest;
    private transient AggregatingState<Long, String> mean;

    @Override
    public void processElement(Event event, Context context, Collector<String> out) throws Exception {
        if (event.kind != Event.Kind.RARE) {
            openStates();
        }
        switch (event.kind) {
            case UPDATE:
                sum.update((sum.value() == null ? 0 : sum.value()) + event.number);
                numbers.add(event.number);
                texts.put(event.number % Model.TEXTS_PER_KEY, Model.text(event.key, event.number));
                largest.add(event.number);
                mean.add(event.number);
                context.timerService().registerEventTimeTimer(event.number);
                break;
            case CLEAR:
                sum.clear();
                numbers.clear();
                texts.clear();
                largest.clear();
                mean.clear();
                break;
            case PROBE:
                PROBED.put(event.key, describe());
                break;
            case RARE:
                ValueState<Long> rare =
                        getRuntimeContext().getState(new ValueStateDescriptor<>("rare-" + event.key, Long.class));
                PROBED.put(event.key, String.valueOf(rare.value()));
                rare.update(event.number);
                break;
            default:
        }
        PROCESSED.incrementAndGet();
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<String> out) {
        FIRED.add(context.getCurrentKey() + "@" + time);
    }

    private void openStates() {
        if (sum == null) {
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Long.class));
            numbers = getRuntimeContext().getListState(new ListStateDescriptor<>("numbers", Long.class));
            texts = getRuntimeContext().getMapState(new MapStateDescriptor<>("texts", Long.class, String.class));
            largest = getRuntimeContext()
                    .getReducingState(new ReducingStateDescriptor<>("largest", (a, b) -> Math.max(a, b), Long.class));
            mean = getRuntimeContext()
                    .getAggregatingState(new AggregatingStateDescriptor<>("mean", new Mean(), Mean.TYPE));
        }
    }

    private String describe() throws Exception {
        return describe(sum.value(), numbers.get(), texts.entries(), largest.get(), mean.get());
    }

    /** As the model tells it. */
    static String describe(
            Long sum, Iterable<Long> numbers, Iterable<Map.Entry<Long, String>> texts, Long largest, String mean) {
        StringBuilder list = new StringBuilder("[");
        for (Long number : numbers) {
            list.append(number).append(' ');
        }
        Map<Long, String> sorted = new TreeMap<>();
        for (Map.Entry<Long, String> entry : texts) {
            sorted.put(entry.getKey(), entry.getValue());
        }
        return sum + " " + largest + " " + mean + " " + list + "] " + sorted;
    }
}
