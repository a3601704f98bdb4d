// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Flink restores what was in flight, into keyed state that we have restored. */
class UnalignedCheckpointTest extends JobTest {

    private static final Job SLOW = Job.keyed(new SlowStateFunction());
    private static final long DELAY_MS = 10;

    @Test
    void eventsInFlightArriveAfterARescale() throws Exception {
        ours.setString("execution.checkpointing.unaligned.enabled", "true");
        SlowStateFunction.delayMs = 0;
        long emitted = 2 * KEYS;
        String checkpoint;
        try (JobRun run = JobRun.start(SLOW, cluster, ours, 4, MAX_PARALLELISM, null)) {
            run.send(model.change(KEYS));
            SlowStateFunction.delayMs = DELAY_MS;
            run.emit(model.change(KEYS));
            run.await(EventSource.QUEUE::isEmpty, "not all events are emitted");
            SlowStateFunction.BEHIND.set(0);
            checkpoint = run.checkpoint();
            assertTrue(run.lastCheckpoint().getPersistedData() > 0);
        }
        SlowStateFunction.delayMs = 0;
        long inFlight = emitted - SlowStateFunction.BEHIND.get();
        assertTrue(inFlight > 0);
        try (JobRun run = JobRun.start(SLOW, cluster, ours, 3, MAX_PARALLELISM, checkpoint)) {
            run.expect(inFlight);
            run.awaitProcessed();
            run.check(model);
        }
        assertRescaled(3);
    }
}
