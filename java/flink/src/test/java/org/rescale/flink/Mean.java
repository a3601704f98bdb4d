// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;

/** The mean of numbers as {@code sum/count}. */
final class Mean implements AggregateFunction<Long, Tuple2<Long, Long>, String> {

    static final TypeInformation<Tuple2<Long, Long>> TYPE = Types.TUPLE(Types.LONG, Types.LONG);

    private static final long serialVersionUID = 1;

    @Override
    public Tuple2<Long, Long> createAccumulator() {
        return Tuple2.of(0L, 0L);
    }

    @Override
    public Tuple2<Long, Long> add(Long number, Tuple2<Long, Long> mean) {
        return Tuple2.of(mean.f0 + number, mean.f1 + 1);
    }

    @Override
    public String getResult(Tuple2<Long, Long> mean) {
        return mean.f0 + "/" + mean.f1;
    }

    @Override
    public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
        return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
    }
}
