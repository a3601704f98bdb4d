// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import org.apache.flink.connector.datagen.source.GeneratorFunction;

/** What the job does with an account, both in one number; and the function that makes them. */
final class Access implements GeneratorFunction<Long, Long> {

    enum Kind {
        CREATE,
        READ,
        WRITE
    }

    /** Whether accounts that exist are written to as fast as that goes; else they are read, a few hundred a second. */
    static volatile boolean busy;

    private static final long serialVersionUID = 1;
    private static final int KIND_BITS = 2;
    private static final long PAUSE_MS = 2;
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final long accounts;

    Access(long accounts) {
        this.accounts = accounts;
    }

    static long account(long access) {
        return access >> KIND_BITS;
    }

    static Kind kind(long access) {
        return Kind.values()[(int) (access & ((1 << KIND_BITS) - 1))];
    }

    @Override
    public Long map(Long number) throws InterruptedException {
        if (number < accounts) {
            return of(number, Kind.CREATE);
        }
        if (!busy) {
            Thread.sleep(PAUSE_MS);
        }
        long account = Long.remainderUnsigned(number * GOLDEN_RATIO, accounts);
        return of(account, busy ? Kind.WRITE : Kind.READ);
    }

    private static long of(long account, Kind kind) {
        return account << KIND_BITS | kind.ordinal();
    }
}
