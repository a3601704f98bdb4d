// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;

/** What RocksDB reads from the SSTs of a checkpoint, one by one; at most 128 key groups. */
final class SstContents {

    /** The one of Flink. */
    private static final String MERGE_OPERATOR = "stringappendtest";

    private final Set<Integer> foreignGroups = new TreeSet<>();
    private long keys;
    private long rangeTombstones;

    /** Reads all of them. */
    static SstContents of(String checkpoint) throws IOException, RocksDBException {
        SstContents contents = new SstContents();
        for (KeyedStateHandle handle : CheckpointFiles.keyedState(checkpoint)) {
            for (HandleAndLocalPath file : ((IncrementalRemoteKeyedStateHandle) handle).getSharedState()) {
                FileStateHandle stored = (FileStateHandle) file.getHandle();
                contents.read(stored.getFilePath().getPath(), handle.getKeyGroupRange());
            }
        }
        return contents;
    }

    /** The key groups of keys in SSTs of subtasks that do not own them. */
    Set<Integer> foreignGroups() {
        return foreignGroups;
    }

    /** Those that are not deleted in their own file. */
    long keys() {
        return keys;
    }

    long rangeTombstones() {
        return rangeTombstones;
    }

    private void read(String file, KeyGroupRange range) throws RocksDBException {
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options.setMergeOperatorName(MERGE_OPERATOR));
                ReadOptions all = new ReadOptions()) {
            reader.open(file);
            rangeTombstones += reader.getTableProperties().getNumRangeDeletions();
            try (SstFileReaderIterator key = reader.newIterator(all)) {
                for (key.seekToFirst(); key.isValid(); key.next()) {
                    keys++;
                    int group = key.key()[0];
                    if (!range.contains(group)) {
                        foreignGroups.add(group);
                    }
                }
                key.status();
            }
        }
    }
}
