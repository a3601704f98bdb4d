// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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
     * Where the backend keeps its databases: for each it takes one of these directories.
     *
     * @param backend Flink's RocksDB state backend
     */
    static List<File> directories(StateBackend backend, Environment environment) {
        String[] paths;
        try {
            paths = (String[]) backend.getClass().getMethod("getDbStoragePaths").invoke(backend);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(backend.getClass() + " has no getDbStoragePaths()", e);
        }
        if (paths == null || paths.length == 0) {
            return List.of(environment.getTaskManagerInfo().getTmpWorkingDirectory());
        }
        return Arrays.stream(paths).map(File::new).collect(Collectors.toList());
    }

    /**
     * Has a backend keep its databases in one directory.
     *
     * @param backend one that has made none yet: it would not notice
     */
    static void pin(StateBackend backend, File directory) {
        try {
            backend.getClass().getMethod("setDbStoragePath", String.class).invoke(backend, directory.getPath());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot have " + backend.getClass() + " use " + directory, e);
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
