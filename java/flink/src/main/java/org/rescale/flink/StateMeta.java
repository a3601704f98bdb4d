// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;

/** Finds the description of states that fits a database: Flink opens a column family for each of its names. */
final class StateMeta {

    private static final String DEFAULT_COLUMN_FAMILY = "default";

    private StateMeta() {}

    /**
     * The first source's description that names the column families.
     *
     * @throws IOException if none does, or one cannot be read
     */
    static StreamStateHandle matching(
            List<IncrementalRemoteKeyedStateHandle> sources, Collection<String> columnFamilies, ClassLoader classLoader)
            throws IOException {
        Set<String> wanted = new TreeSet<>(columnFamilies);
        wanted.remove(DEFAULT_COLUMN_FAMILY);
        Set<String> found = Set.of();
        for (IncrementalRemoteKeyedStateHandle source : sources) {
            found = names(source.getMetaDataStateHandle(), classLoader);
            if (found.equals(wanted)) {
                return source.getMetaDataStateHandle();
            }
        }
        throw new IOException("no source describes exactly the states " + wanted + "; the last one has " + found
                + ". States that only some subtasks have are not supported yet");
    }

    private static Set<String> names(StreamStateHandle handle, ClassLoader classLoader) throws IOException {
        KeyedBackendSerializationProxy<?> proxy = new KeyedBackendSerializationProxy<>(classLoader);
        try (InputStream in = handle.openInputStream()) {
            proxy.read(new DataInputViewStreamWrapper(in));
        }
        Set<String> names = new TreeSet<>();
        for (StateMetaInfoSnapshot state : proxy.getStateMetaInfoSnapshots()) {
            names.add(state.getName());
        }
        return names;
    }
}
