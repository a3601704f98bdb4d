// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rescale.KeyGroupRange;

class StateKeysTest {

    @Test
    void areAKeyGroupACounterAndATail() {
        byte[] key = StateKeys.key(127, 1234567);
        assertEquals(96, key.length);
        assertEquals(127, key[0]);
        String rest = new String(key, 1, 95, StandardCharsets.US_ASCII);
        assertTrue(rest.matches("0000000001234567k{79}"), rest);
    }

    @Test
    void liveInTheRangeOfTheirKeyGroup() {
        KeyGroupRange range = KeyGroupRange.of(32, 127);
        assertArrayEquals(new byte[] {32}, StateKeys.begin(range));
        assertArrayEquals(new byte[] {(byte) 128}, StateKeys.end(range));
        assertTrue(Arrays.compareUnsigned(StateKeys.key(32, 0), StateKeys.begin(range)) > 0);
        assertTrue(Arrays.compareUnsigned(StateKeys.key(31, Long.MAX_VALUE), StateKeys.begin(range)) < 0);
        assertTrue(Arrays.compareUnsigned(StateKeys.key(127, Long.MAX_VALUE), StateKeys.end(range)) < 0);
    }
}
