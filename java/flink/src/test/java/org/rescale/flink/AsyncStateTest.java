// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;

/**
 * Jobs with asynchronous state, which Flink 1 does not have. RocksDB's state backend has none of its own, so Flink asks
 * for the ordinary one, ours, and adapts it.
 */
class AsyncStateTest extends JobTest {

    private static final Job ASYNC = events -> events.keyBy(event -> event.key)
            .enableAsyncState()
            .process(new AsyncStateFunction())
            .uid("states")
            .sinkTo(new DiscardingSink<>());

    @Test
    void asyncStateIsRescaled() throws Exception {
        String checkpoint = build(ASYNC, ours, 4, MAX_PARALLELISM);
        for (int parallelism : new int[] {3, 2, 4}) {
            log.clear();
            try (JobRun run = JobRun.start(ASYNC, cluster, ours, parallelism, MAX_PARALLELISM, checkpoint)) {
                run.send(model.change(KEYS / 2));
                checkpoint = run.checkpoint();
            }
            assertRescaled(parallelism);
        }
        log.clear();
        Configuration config = new Configuration(plain);
        try (JobRun run = JobRun.start(ASYNC, cluster, config, 3, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
        assertRescaled(0);
    }
}
