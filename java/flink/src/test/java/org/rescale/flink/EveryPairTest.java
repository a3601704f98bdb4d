// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** From every parallelism to every other one. The states are small: one checkpoint of each serves all that follow. */
class EveryPairTest extends JobTest {

    private static final int FEW_KEYS = 300;
    private static final int[] PARALLELISMS = {1, 2, 3, 4, 6, 8};
    private static final Map<Integer, Model> MODELS = new HashMap<>();
    private static final Map<Integer, String> CHECKPOINTS = new HashMap<>();

    @TempDir
    private static Path shared;

    static List<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (int from : PARALLELISMS) {
            for (int to : PARALLELISMS) {
                if (from != to) {
                    pairs.add(Arguments.of(from, to));
                }
            }
        }
        return pairs;
    }

    @BeforeEach
    void share() {
        ours = JobRun.config(shared, OURS);
        ours.setString("state.backend.rocksdb.localdir", tmp.resolve("local").toString());
        ours.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyPairIsRescaled(int from, int to) throws Exception {
        model = MODELS.computeIfAbsent(from, seed -> new Model(FEW_KEYS, seed));
        if (!CHECKPOINTS.containsKey(from)) {
            try (JobRun run = JobRun.start(cluster, ours, from, MAX_PARALLELISM, null)) {
                run.send(model.change(FEW_KEYS));
                run.checkpoint();
                run.send(model.change(FEW_KEYS));
                CHECKPOINTS.put(from, run.checkpoint());
            }
        }
        restore(CHECKPOINTS.get(from), to, MAX_PARALLELISM);
        assertRescaled(to);
    }
}
