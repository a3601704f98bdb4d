// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The keyed state: a profile of 400 bytes, three sessions of 180 bytes in a map, and a timer for each account. Half of the
 * bytes do not compress. What an account has follows from its number: each access checks it.
 */
final class Accounts extends KeyedProcessFunction<Long, Long, Long> {

    /** Accesses of this JVM: the job and who runs it share one. */
    static final AtomicLong ACCESSES = new AtomicLong();

    /** Of them, those that found another state than they should. */
    static final AtomicLong WRONG = new AtomicLong();

    private static final long serialVersionUID = 1;
    private static final int PROFILE_BYTES = 400;
    private static final int SESSION_BYTES = 180;
    private static final long SESSIONS = 3;
    private static final long FAR_AWAY = 1L << 50;

    private transient ValueState<byte[]> profile;
    private transient MapState<Long, byte[]> sessions;

    @Override
    public void processElement(Long access, Context context, Collector<Long> out) throws Exception {
        if (profile == null) {
            profile = getRuntimeContext().getState(new ValueStateDescriptor<>("profile", byte[].class));
            sessions = getRuntimeContext().getMapState(new MapStateDescriptor<>("sessions", Long.class, byte[].class));
        }
        long account = context.getCurrentKey();
        switch (Access.kind(access)) {
            case CREATE:
                profile.update(bytes(account, 0, PROFILE_BYTES));
                for (long session = 1; session <= SESSIONS; session++) {
                    sessions.put(session, bytes(account, session, SESSION_BYTES));
                }
                context.timerService().registerEventTimeTimer(FAR_AWAY + account);
                break;
            case READ:
                check(account, 1 + account % SESSIONS);
                break;
            default:
                long session = 1 + access % SESSIONS;
                check(account, session);
                sessions.put(session, bytes(account, session, SESSION_BYTES));
        }
        ACCESSES.incrementAndGet();
    }

    private void check(long account, long session) throws Exception {
        if (!Arrays.equals(profile.value(), bytes(account, 0, PROFILE_BYTES))
                || !Arrays.equals(sessions.get(session), bytes(account, session, SESSION_BYTES))) {
            WRONG.incrementAndGet();
        }
    }

    private static byte[] bytes(long account, long part, int size) {
        byte[] bytes = new byte[size];
        SplittableRandom random = new SplittableRandom(account * (SESSIONS + 1) + part);
        for (int i = 0; i < size / 2; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        return bytes;
    }
}
