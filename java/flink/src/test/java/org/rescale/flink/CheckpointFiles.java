// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;

/** The files of a checkpoint. Those of older ones may vanish at any time: nothing here looks for files there. */
final class CheckpointFiles {

    private CheckpointFiles() {}

    static List<Path> ssts(String checkpoint) throws IOException {
        List<Path> found = stored(checkpoint, true).keySet().stream().map(Path::of).collect(Collectors.toList());
        assertTrue(found.size() >= 4, "too few SSTs: " + found);
        return found;
    }

    /** Overwrites what Flink does not need, but we do. */
    static void damageOptions(String checkpoint) throws IOException {
        int damaged = 0;
        for (String name : stored(checkpoint, false).keySet()) {
            Path file = Path.of(name);
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

    /** Directories anywhere below; what vanishes while it looks is not there. */
    static List<Path> directories(Path root, String prefix) throws IOException {
        return find(root, path -> Files.isDirectory(path) && name(path).startsWith(prefix));
    }

    /** Files anywhere below; what vanishes while it looks is not there. */
    static List<Path> files(Path root, String suffix) throws IOException {
        return find(root, path -> Files.isRegularFile(path) && name(path).endsWith(suffix));
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private static List<Path> find(Path root, Predicate<Path> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return visitFile(directory, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (wanted.test(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                return ignoreVanished(e);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                return ignoreVanished(e);
            }
        });
        return found;
    }

    private static FileVisitResult ignoreVanished(IOException e) throws IOException {
        if (e != null && !(e instanceof NoSuchFileException)) {
            throw e;
        }
        return FileVisitResult.CONTINUE;
    }
}
