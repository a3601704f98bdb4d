// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {

    @Test
    @DisplayName("ranges of all tasks follow each other and cover every key group")
    void rangesCoverAllKeyGroups() {
        for (int maxParallelism : new int[] {1, 2, 127, 128, 129, 1000}) {
            KeyGroups keyGroups = new KeyGroups(maxParallelism);
            for (int parallelism = 1; parallelism <= Math.min(maxParallelism, 17); parallelism++) {
                int next = 0;
                for (int index = 0; index < parallelism; index++) {
                    KeyGroupRange range = keyGroups.rangeOf(index, parallelism);
                    assertEquals(next, range.start());
                    next = range.end() + 1;
                }
                assertEquals(maxParallelism, next);
            }
        }
    }

    @Test
    @DisplayName("a task owns the key groups that Flink assigns to it")
    void rangeHoldsWhatFlinkAssigns() {
        KeyGroups keyGroups = new KeyGroups(128);
        for (int keyGroup = 0; keyGroup < 128; keyGroup++) {
            int owner = keyGroup * 3 / 128;
            assertEquals(true, keyGroups.rangeOf(owner, 3).contains(keyGroup));
        }
    }

    @Test
    @DisplayName("the prefix takes one byte up to 128 key groups, then two")
    void prefixes() {
        assertArrayEquals(new byte[] {127}, new KeyGroups(128).prefix(127));
        assertArrayEquals(new byte[] {(byte) 128}, new KeyGroups(128).prefix(128));
        assertArrayEquals(new byte[] {1, 2}, new KeyGroups(1000).prefix(258));
        assertEquals(258, new KeyGroups(1000).keyGroupOf(new byte[] {1, 2, 3}));
        assertEquals(127, new KeyGroups(128).keyGroupOf(new byte[] {127, 3}));
    }

    @Test
    @DisplayName("a range is read from text, and nonsense is refused")
    void parse() {
        assertEquals("43-85", KeyGroupRange.parse("43-85").toString());
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.parse("43"));
        assertThrows(IllegalArgumentException.class, () -> KeyGroupRange.parse("85-43"));
        assertThrows(IllegalArgumentException.class, () -> new KeyGroups(32769));
    }
}
