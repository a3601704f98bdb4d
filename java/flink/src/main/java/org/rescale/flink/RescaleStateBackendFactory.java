// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.state.StateBackendFactory;

/** Makes a {@link RescaleStateBackend}; its class name is the value of {@code state.backend.type}. */
public final class RescaleStateBackendFactory implements StateBackendFactory<RescaleStateBackend> {

    /** Called by Flink. */
    public RescaleStateBackendFactory() {}

    @Override
    public RescaleStateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader) throws IOException {
        return new RescaleStateBackend(
                RocksDbBackend.create(config, classLoader),
                () -> RocksDbBackend.create(config, classLoader),
                RescaleOptions.onFailure(config),
                RescaleOptions.fetchThreads(config));
    }
}
