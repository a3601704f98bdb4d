// SPDX-License-Identifier: Apache-2.0
package org.rescale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NativeReferenceTest {

    @Test
    void whatNobodyClosesIsFreed() throws Exception {
        AtomicLong freed = new AtomicLong();
        Object owner = new Object();
        NativeReference reference = new NativeReference(owner, 42, freed::set);
        owner = null;
        for (int i = 0; i < 100 && freed.get() == 0; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertEquals(42, freed.get());
        reference.close();
    }

    @Test
    void nativeMemoryIsFreedAfterTheLastCall() throws Exception {
        AtomicInteger freed = new AtomicInteger();
        NativeReference reference = new NativeReference(new Object(), 42, pointer -> freed.incrementAndGet());
        reference.use(pointer -> {
            reference.close();
            assertEquals(0, freed.get());
            return null;
        });
        assertEquals(1, freed.get());
        reference.close();
        assertEquals(1, freed.get());
        assertThrows(IllegalStateException.class, () -> reference.use(pointer -> null));
    }
}
