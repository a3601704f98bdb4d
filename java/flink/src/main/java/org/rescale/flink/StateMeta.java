// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;

/**
 * Finds or makes the description of states that fits a database: Flink opens a column family for each of its names, and
 * RocksDB wants all of them opened.
 */
final class StateMeta {

    private static final String DEFAULT_COLUMN_FAMILY = "default";

    private StateMeta() {}

    /**
     * A source's description if it names just these column families, else one made of all sources' descriptions: a
     * subtask may have had a state that others never used.
     *
     * @throws IOException if they name other states, or one cannot be read
     */
    static StreamStateHandle describing(
            Collection<String> columnFamilies, List<StreamStateHandle> sources, ClassLoader classLoader)
            throws IOException {
        Set<String> wanted = new TreeSet<>(columnFamilies);
        wanted.remove(DEFAULT_COLUMN_FAMILY);
        Map<String, StateMetaInfoSnapshot> union = new TreeMap<>();
        KeyedBackendSerializationProxy<?> last = null;
        for (StreamStateHandle source : sources) {
            last = read(source, classLoader);
            Map<String, StateMetaInfoSnapshot> states = new TreeMap<>();
            last.getStateMetaInfoSnapshots().forEach(state -> states.put(state.getName(), state));
            if (states.keySet().equals(wanted)) {
                return source;
            }
            union.putAll(states);
        }
        if (!union.keySet().equals(wanted)) {
            throw new IOException("the sources describe the states " + union.keySet()
                    + ", but their databases have the column families " + wanted);
        }
        return write(last, new ArrayList<>(union.values()));
    }

    private static KeyedBackendSerializationProxy<?> read(StreamStateHandle handle, ClassLoader classLoader)
            throws IOException {
        KeyedBackendSerializationProxy<?> proxy = new KeyedBackendSerializationProxy<>(classLoader);
        try (InputStream in = handle.openInputStream()) {
            proxy.read(new DataInputViewStreamWrapper(in));
        }
        return proxy;
    }

    /** @param like has the key's serializer as it was when the state was stored: Flink checks it against today's */
    private static <K> StreamStateHandle write(
            KeyedBackendSerializationProxy<K> like, List<StateMetaInfoSnapshot> states) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new KeyedBackendSerializationProxy<>(
                        like.getKeySerializerSnapshot().restoreSerializer(), states, like.isUsingKeyGroupCompression())
                .write(new DataOutputViewStreamWrapper(bytes));
        return new ByteStreamStateHandle("rescale-meta-" + UUID.randomUUID(), bytes.toByteArray());
    }
}
