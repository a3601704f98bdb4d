// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** What a test job does with its events. */
interface Job {

    /** All kinds of state, and timers. */
    Job STATES = keyed(new StateFunction());

    void add(DataStream<Event> events);

    /** One operator with state, which counts {@link StateFunction#PROCESSED}. */
    static Job keyed(KeyedProcessFunction<Integer, Event, String> function) {
        return events -> events.keyBy(event -> event.key)
                .process(function)
                .uid("states")
                .sinkTo(new DiscardingSink<>());
    }
}
