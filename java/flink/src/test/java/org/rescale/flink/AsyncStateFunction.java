// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.v2.AggregatingState;
import org.apache.flink.api.common.state.v2.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.v2.ListState;
import org.apache.flink.api.common.state.v2.ListStateDescriptor;
import org.apache.flink.api.common.state.v2.MapState;
import org.apache.flink.api.common.state.v2.MapStateDescriptor;
import org.apache.flink.api.common.state.v2.ReducingState;
import org.apache.flink.api.common.state.v2.ReducingStateDescriptor;
import org.apache.flink.api.common.state.v2.StateFuture;
import org.apache.flink.api.common.state.v2.StateIterator;
import org.apache.flink.api.common.state.v2.ValueState;
import org.apache.flink.api.common.state.v2.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** As {@link StateFunction}, with asynchronous state. */
final class AsyncStateFunction extends KeyedProcessFunction<Integer, Event, String> {

    private static final long serialVersionUID = 1;

    private transient ValueState<Long> sum;
    private transient ListState<Long> numbers;
    private transient MapState<Long, String> texts;
    private transient ReducingState<Long> largest;
    private transient AggregatingState<Long, String> mean;

    @Override
    public void open(OpenContext context) {
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Long.class));
        numbers = getRuntimeContext().getListState(new ListStateDescriptor<>("numbers", Long.class));
        texts = getRuntimeContext().getMapState(new MapStateDescriptor<>("texts", Long.class, String.class));
        largest = getRuntimeContext()
                .getReducingState(new ReducingStateDescriptor<>("largest", (a, b) -> Math.max(a, b), Long.class));
        mean = getRuntimeContext()
                .getAggregatingState(new AggregatingStateDescriptor<>("mean", new Mean(), Mean.TYPE));
    }

    @Override
    public void processElement(Event event, Context context, Collector<String> out) {
        process(event, context).thenAccept(done -> StateFunction.PROCESSED.incrementAndGet());
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<String> out) {
        StateFunction.FIRED.add(context.getCurrentKey() + "@" + time);
    }

    private StateFuture<Void> process(Event event, Context context) {
        switch (event.kind) {
            case UPDATE:
                context.timerService().registerEventTimeTimer(event.number);
                return update(event);
            case CLEAR:
                return sum.asyncClear()
                        .thenCompose(done -> numbers.asyncClear())
                        .thenCompose(done -> texts.asyncClear())
                        .thenCompose(done -> largest.asyncClear())
                        .thenCompose(done -> mean.asyncClear());
            case PROBE:
                return probe(event.key);
            default:
                return sum.asyncValue().thenAccept(value -> {});
        }
    }

    private StateFuture<Void> update(Event event) {
        return sum.asyncValue()
                .thenCompose(value -> sum.asyncUpdate((value == null ? 0 : value) + event.number))
                .thenCompose(done -> numbers.asyncAdd(event.number))
                .thenCompose(done ->
                        texts.asyncPut(event.number % Model.TEXTS_PER_KEY, Model.text(event.key, event.number)))
                .thenCompose(done -> largest.asyncAdd(event.number))
                .thenCompose(done -> mean.asyncAdd(event.number));
    }

    private StateFuture<Void> probe(int key) {
        List<Long> list = new ArrayList<>();
        List<Map.Entry<Long, String>> entries = new ArrayList<>();
        return numbers.asyncGet()
                .thenCompose(found -> collect(found, list))
                .thenCompose(done -> texts.asyncEntries())
                .thenCompose(found -> collect(found, entries))
                .thenCompose(done -> sum.asyncValue())
                .thenCompose(value -> largest.asyncGet().thenCompose(most -> mean.asyncGet()
                        .thenAccept(average -> StateFunction.PROBED.put(
                                key, StateFunction.describe(value, list, entries, most, average)))));
    }

    /** An empty list state has no iterator. */
    private static <T> StateFuture<Void> collect(StateIterator<T> found, List<T> target) {
        return found.onNext(element -> {
            target.add(element);
        });
    }
}
