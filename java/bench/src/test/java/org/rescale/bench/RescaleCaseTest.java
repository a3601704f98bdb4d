// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rescale.KeyGroupRange;

class RescaleCaseTest {

    @Test
    void measuresTheFirstTaskWithTheMostSources() {
        check("4->2", 0, KeyGroupRange.of(0, 63), List.of(0, 1));
        check("4->8", 0, KeyGroupRange.of(0, 15), List.of(0));
        check("4->6", 1, KeyGroupRange.of(22, 42), List.of(0, 1));
        check("4->3", 0, KeyGroupRange.of(0, 42), List.of(0, 1));
    }

    @Test
    void refusesWhatIsNoChangeOfParallelism() {
        for (String text : List.of("", "4", "4->", "4->2->1", "0->2", "4->129")) {
            String message = assertThrows(IllegalArgumentException.class, () -> RescaleCase.parse(text)).getMessage();
            assertTrue(message.contains("'" + text + "'") && message.contains("expected"), message);
        }
    }

    private static void check(String text, int target, KeyGroupRange range, List<Integer> sources) {
        RescaleCase rescale = RescaleCase.parse(text);
        assertEquals(target, rescale.target());
        assertEquals(range, rescale.targetRange());
        assertEquals(sources, rescale.sources());
    }
}
