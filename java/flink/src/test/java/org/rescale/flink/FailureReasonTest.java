// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.apache.flink.runtime.state.BackendBuildingException;
import org.junit.jupiter.api.Test;

/** The warning says what went wrong in the end, not only that something did. */
class FailureReasonTest {

    @Test
    void causesAddWhatIsNotSaidYet() {
        IOException full = new IOException("000012.sst: No space left on device");
        assertEquals(full.getMessage(), RescaleStateBackend.reason(full));
        assertEquals(
                "Caught unexpected exception: 000012.sst: No space left on device",
                RescaleStateBackend.reason(
                        new BackendBuildingException("Caught unexpected exception", full)));
        assertEquals(
                "not fetched: 000012.sst: No space left on device",
                RescaleStateBackend.reason(new IOException("not fetched: " + full.getMessage(), full)));
        assertEquals("java.lang.NullPointerException", RescaleStateBackend.reason(new NullPointerException()));
    }
}
