// SPDX-License-Identifier: Apache-2.0
package org.rescale.example;


import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Counts the visits of each user, and keeps a profile of each: the keyed state that a rescale has to move. */
final class VisitCounts extends KeyedProcessFunction<Long, Long, VisitCounts.Visit> {

    /** How often a user has come, and whether the profile is still the one of the first visit. */
    static final class Visit {
        final long user;
        final long count;
        final boolean profileIsRight;

        Visit(long user, long count, boolean profileIsRight) {
            this.user = user;
            this.count = count;
            this.profileIsRight = profileIsRight;
        }
    }

    private static final long serialVersionUID = 1;
    private static final int PROFILE_BYTES = 200;

    private transient ValueState<Long> visits;
    private transient ValueState<byte[]> profile;

    @Override
    public void processElement(Long user, Context context, Collector<Visit> out) throws Exception {
        if (visits == null) {
            visits = getRuntimeContext().getState(new ValueStateDescriptor<>("visits", Long.class));
            profile = getRuntimeContext().getState(new ValueStateDescriptor<>("profile", byte[].class));
        }
        byte[] right = profileOf(user);
        long count = visits.value() == null ? 0 : visits.value();
        if (count == 0) {
            profile.update(right);
        }
        visits.update(count + 1);
        out.collect(new Visit(user, count + 1, Arrays.equals(profile.value(), right)));
    }

    private static byte[] profileOf(long user) {
        byte[] bytes = new byte[PROFILE_BYTES];
        SplittableRandom random = new SplittableRandom(user);
        for (int i = 0; i < bytes.length; ++i) {
            bytes[i] = (byte) random.nextInt();
        }
        return bytes;
    }
}
