// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.AbstractIncrementalStateHandle;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalLocalKeyedStateHandle;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.PlaceholderStreamStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.rescale.KeyGroupRange;
import org.rescale.StateHandle;

/**
 * One of the handles that are rescaled: either its files are in a checkpoint's storage and are fetched, or, with local
 * recovery, this machine still has the database of the subtask that wrote it.
 */
final class RestoreSource {

    static final String SST = ".sst";

    private final AbstractIncrementalStateHandle handle;
    private final Path directory;
    private final boolean local;
    private final Map<String, StreamStateHandle> files = new HashMap<>();

    /** Whether this class knows the kind of the handle. */
    static boolean isKnown(KeyedStateHandle handle) {
        return handle instanceof IncrementalRemoteKeyedStateHandle
                || handle instanceof IncrementalLocalKeyedStateHandle;
    }

    /**
     * Prepares a source; of one that is to be fetched, adds the files that are no SSTs to the fetcher.
     *
     * @param fetched the directory to fetch into; made if it is needed
     */
    static RestoreSource of(KeyedStateHandle handle, Path fetched, StateFetcher fetcher) throws IOException {
        if (handle instanceof IncrementalLocalKeyedStateHandle) {
            return new RestoreSource((IncrementalLocalKeyedStateHandle) handle);
        }
        RestoreSource source = new RestoreSource((IncrementalRemoteKeyedStateHandle) handle, fetched);
        Files.createDirectory(fetched);
        for (Map.Entry<String, StreamStateHandle> file : source.files.entrySet()) {
            if (!file.getKey().endsWith(SST)) {
                fetcher.add(file.getValue(), fetched.resolve(file.getKey()));
            }
        }
        return source;
    }

    private RestoreSource(IncrementalLocalKeyedStateHandle handle) throws IOException {
        this.handle = handle;
        directory = handle.getDirectoryStateHandle().getDirectory();
        local = true;
        list(handle.getSharedStateHandles());
    }

    private RestoreSource(IncrementalRemoteKeyedStateHandle handle, Path directory) throws IOException {
        this.handle = handle;
        this.directory = directory;
        local = false;
        list(handle.getSharedState());
        list(handle.getPrivateState());
    }

    private void list(List<HandleAndLocalPath> part) throws IOException {
        for (HandleAndLocalPath file : part) {
            String name = file.getLocalPath();
            if (name.contains("/") || files.put(name, file.getHandle()) != null) {
                throw new IOException("unexpected file name " + name + " in " + handle);
            }
        }
    }

    boolean isLocal() {
        return local;
    }

    long checkpointId() {
        return handle.getCheckpointId();
    }

    /** The description of its states. */
    StreamStateHandle meta() {
        return handle.getMetaDataStateHandle();
    }

    StateHandle stateHandle() {
        return new StateHandle(directory, range(handle.getKeyGroupRange()));
    }

    /** Where an SST is, or would be if it were fetched. */
    Path path(String name) {
        return directory.resolve(name);
    }

    /** Where an SST of a source that is not local is stored. */
    StreamStateHandle stored(String name) throws IOException {
        StreamStateHandle file = files.get(name);
        if (file == null) {
            throw new IOException("the MANIFEST names " + name + ", which the state handle does not have: " + handle);
        }
        return file;
    }

    /** What a later checkpoint refers to an SST by, or null if it cannot. */
    StreamStateHandle reusable(String name) {
        StreamStateHandle file = files.get(name);
        if (file == null) {
            return null;
        }
        // Not subclasses: a relative handle is only good in its savepoint. Local sources have placeholders for what an
        // earlier checkpoint stored.
        Class<?> kind = file.getClass();
        boolean good = kind == FileStateHandle.class
                || kind == ByteStreamStateHandle.class
                || local && kind == PlaceholderStreamStateHandle.class;
        return good ? file : null;
    }

    static KeyGroupRange range(org.apache.flink.runtime.state.KeyGroupRange range) {
        return KeyGroupRange.of(range.getStartKeyGroup(), range.getEndKeyGroup());
    }
}
