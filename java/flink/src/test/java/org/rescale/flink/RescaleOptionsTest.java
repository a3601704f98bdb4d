// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state backend is made from a configuration, or refused. */
class RescaleOptionsTest {

    private final Configuration config = new Configuration();

    @ParameterizedTest
    @CsvSource({
        "state.backend.rescale.on-failure, ignore",
        "state.backend.rescale.fetch-threads, 0",
        "state.backend.rescale.fetch-threads, 257",
        "state.backend.rescale.fetch-threads, many"
    })
    void aWrongValueIsRefusedWithItsKey(String key, String value) {
        config.setString(key, value);
        IllegalConfigurationException e = assertThrows(IllegalConfigurationException.class, this::load);
        assertTrue(e.getMessage().contains(key), e.getMessage());
    }

    @Test
    void flinkLoadsItByTheFactorysName() throws Exception {
        config.setString("state.backend.rescale.on-failure", "fail");
        config.setString("state.backend.rescale.fetch-threads", "256");
        assertEquals(RescaleStateBackend.class, load().getClass());
    }

    private Object load() throws Exception {
        config.setString("state.backend.type", RescaleStateBackendFactory.class.getName());
        return StateBackendLoader.loadStateBackendFromConfig(config, getClass().getClassLoader(), null);
    }
}
