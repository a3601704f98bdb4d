// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.File;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendFactory;

/** Flink's RocksDB state backend, which has a package in Flink 1 and another one in Flink 2. */
final class RocksDbBackend {

    private static final String[] FACTORIES = {
        "org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackendFactory",
        "org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackendFactory"
    };

    private RocksDbBackend() {}

    static StateBackend create(ReadableConfig config, ClassLoader classLoader) throws IOException {
        return factory(classLoader).createFromConfig(config, classLoader);
    }

    /**
     * Where the backend keeps its databases: its first directory, if it has several.
     *
     * @param backend Flink's RocksDB state backend
     */
    static File directory(StateBackend backend, Environment environment) {
        String[] paths = configuredPaths(backend);
        if (paths != null && paths.length > 0) {
            return paths[0].contains(":/") ? new File(URI.create(paths[0]).getPath()) : new File(paths[0]);
        }
        return environment.getTaskManagerInfo().getTmpWorkingDirectory();
    }

    private static String[] configuredPaths(StateBackend backend) {
        try {
            return (String[]) backend.getClass().getMethod("getDbStoragePaths").invoke(backend);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(backend.getClass() + " has no getDbStoragePaths()", e);
        }
    }

    private static StateBackendFactory<?> factory(ClassLoader classLoader) {
        ClassNotFoundException failure = null;
        for (String name : FACTORIES) {
            try {
                return (StateBackendFactory<?>) Class.forName(name, true, classLoader)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ClassNotFoundException e) {
                failure = e;
            } catch (ReflectiveOperationException e) {
                throw new IllegalConfigurationException("cannot make a " + name, e);
            }
        }
        throw new IllegalConfigurationException(
                "Flink's RocksDB state backend is not on the class path; add flink-statebackend-rocksdb", failure);
    }
}
