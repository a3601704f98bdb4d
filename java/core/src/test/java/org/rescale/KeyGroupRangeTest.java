// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyGroupRangeTest {

    @Test
    void subtasksShareOutAllKeyGroups() {
        for (int maxParallelism : new int[] {1, 2, 7, 128, 129, 1000, 32768}) {
            for (int parallelism = 1; parallelism <= Math.min(maxParallelism, 50); parallelism++) {
                int next = 0;
                for (int subtask = 0; subtask < parallelism; subtask++) {
                    KeyGroupRange range = KeyGroupRange.ofSubtask(maxParallelism, parallelism, subtask);
                    assertEquals(next, range.first());
                    assertEquals(subtask, KeyGroupRange.subtaskOf(maxParallelism, parallelism, range.first()));
                    assertEquals(subtask, KeyGroupRange.subtaskOf(maxParallelism, parallelism, range.last()));
                    next = range.last() + 1;
                }
                assertEquals(maxParallelism, next);
            }
        }
    }

    @Test
    void flinksOwnNumbers() {
        // KeyGroupRangeAssignment of Flink 1.20.
        assertEquals(KeyGroupRange.of(43, 63), KeyGroupRange.ofSubtask(128, 6, 2));
        assertEquals(KeyGroupRange.of(0, 32767), KeyGroupRange.all(32768));
        assertEquals(32767, KeyGroupRange.ofSubtask(32768, 32768, 32767).first());
        assertEquals(1, KeyGroupRange.prefixBytes(128));
        assertEquals(2, KeyGroupRange.prefixBytes(129));
        // hash code, key group of 128, key group of 32768
        int[][] known = {
            {0, 94, 31198}, {1, 86, 16342}, {-1, 80, 15184}, {42, 29, 28189}, {1000, 7, 135},
            {-1000, 78, 11470}, {123456789, 81, 22865}, {-123456789, 93, 6877},
            {-2147483648, 108, 10348},
            {2147483647, 62, 19646}, {99162322, 35, 31395}, // "hello"
        };
        for (int[] row : known) {
            assertEquals(row[1], KeyGroupRange.keyGroupOf(row[0], 128));
            assertEquals(row[2], KeyGroupRange.keyGroupOf(row[0], 32768));
        }
    }

    @Test
    void intersections() {
        KeyGroupRange range = KeyGroupRange.of(10, 20);
        assertEquals(Optional.of(KeyGroupRange.of(15, 20)), range.intersect(KeyGroupRange.of(15, 30)));
        assertEquals(Optional.of(KeyGroupRange.of(20, 20)), range.intersect(KeyGroupRange.of(20, 30)));
        assertEquals(Optional.empty(), range.intersect(KeyGroupRange.of(21, 30)));
        assertTrue(range.contains(10) && range.contains(20));
        assertFalse(range.contains(9) || range.contains(21));
        assertEquals(11, range.size());
        assertEquals("[10,20]", range.toString());
    }

    @Test
    void nonsenseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.of(1, 0));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.of(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.of(0, 32768));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.all(0));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.all(32769));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.ofSubtask(4, 5, 0));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.ofSubtask(4, 2, 2));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.ofSubtask(4, 2, -1));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.subtaskOf(4, 2, 4));
    }
}
