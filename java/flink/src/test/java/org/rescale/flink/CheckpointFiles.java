// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;

/** The files of a checkpoint, known by what is in them: their names tell nothing. */
final class CheckpointFiles {

    /** The last bytes of every SST. */
    private static final byte[] SST_MAGIC = {
        (byte) 0xf7, (byte) 0xcf, (byte) 0xf4, (byte) 0x85, (byte) 0xb7, 0x41, (byte) 0xe2, (byte) 0x88
    };

    private CheckpointFiles() {}

    static List<Path> ssts(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path file : find(root, Files::isRegularFile)) {
            byte[] content = Files.readAllBytes(file);
            int end = content.length - SST_MAGIC.length;
            if (end > 0 && Arrays.equals(content, end, content.length, SST_MAGIC, 0, SST_MAGIC.length)) {
                found.add(file);
            }
        }
        assertTrue(found.size() >= 4, "too few SSTs: " + found);
        return found;
    }

    /** Overwrites what Flink does not need, but we do. */
    static void damageOptions(Path root) throws IOException {
        int damaged = 0;
        for (Path file : find(root, Files::isRegularFile)) {
            byte[] content = Files.readAllBytes(file);
            if (new String(content, StandardCharsets.ISO_8859_1).startsWith("# This is a RocksDB option file")) {
                Arrays.fill(content, (byte) '?');
                Files.write(file, content);
                damaged++;
            }
        }
        assertTrue(damaged > 0);
    }

    /** The keyed state that a checkpoint has. */
    static List<KeyedStateHandle> keyedState(String checkpoint) throws IOException {
        Path metadata = Path.of(URI.create(checkpoint).getPath(), "_metadata");
        try (DataInputStream in = new DataInputStream(Files.newInputStream(metadata))) {
            return Checkpoints.loadCheckpointMetadata(in, CheckpointFiles.class.getClassLoader(), checkpoint)
                    .getOperatorStates()
                    .stream()
                    .flatMap(operator -> operator.getStates().stream())
                    .flatMap(subtask -> subtask.getManagedKeyedState().stream())
                    .collect(Collectors.toList());
        }
    }

    /** The files of an incremental checkpoint that hold keyed state: the stored file, and its size. */
    static Map<String, Long> stored(String checkpoint, boolean ssts) throws IOException {
        Map<String, Long> files = new TreeMap<>();
        for (KeyedStateHandle handle : keyedState(checkpoint)) {
            IncrementalRemoteKeyedStateHandle source = (IncrementalRemoteKeyedStateHandle) handle;
            for (HandleAndLocalPath file : ssts ? source.getSharedState() : source.getPrivateState()) {
                FileStateHandle stored = (FileStateHandle) file.getHandle();
                files.put(stored.getFilePath().getPath(), stored.getStateSize());
            }
        }
        return files;
    }

    static List<Path> find(Path root, Predicate<Path> which) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(which).collect(Collectors.toList());
        }
    }
}
