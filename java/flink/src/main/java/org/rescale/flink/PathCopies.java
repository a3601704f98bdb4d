// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.PathsCopyingFileSystem;
import org.apache.flink.core.fs.PathsCopyingFileSystem.CopyRequest;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;

/**
 * Files that their file system brings here by itself, many at once, as that of S3 does with s5cmd. Flink 1 has no such
 * file systems and cannot load this class. Not thread-safe.
 */
final class PathCopies {

    private final Map<PathsCopyingFileSystem, List<CopyRequest>> requests = new LinkedHashMap<>();

    /**
     * Asks for a file.
     *
     * @return false if it has to be read as a stream
     */
    boolean add(StreamStateHandle handle, Path target) throws IOException {
        if (!(handle instanceof FileStateHandle)) {
            return false; // in memory, or a part of a file
        }
        org.apache.flink.core.fs.Path source = ((FileStateHandle) handle).getFilePath();
        org.apache.flink.core.fs.Path destination = new org.apache.flink.core.fs.Path(target.toUri());
        FileSystem fileSystem = FileSystem.getUnguardedFileSystem(source.toUri());
        if (!(fileSystem instanceof PathsCopyingFileSystem) || !fileSystem.canCopyPaths(source, destination)) {
            return false;
        }
        requests.computeIfAbsent((PathsCopyingFileSystem) fileSystem, system -> new ArrayList<>())
                .add(CopyRequest.of(source, destination, handle.getStateSize()));
        return true;
    }

    /**
     * Takes what was asked for: a task a file system, which returns the bytes copied.
     *
     * @param closeables what a task registers to be closed if it is to stop
     */
    List<Callable<Long>> take(CloseableRegistry closeables) {
        List<Callable<Long>> tasks = new ArrayList<>();
        requests.forEach((fileSystem, files) -> tasks.add(() -> {
            fileSystem.copyFiles(files, closeables);
            long bytes = 0;
            for (CopyRequest file : files) {
                Path copied = Path.of(file.getDestination().getPath());
                StateFetcher.checkSize(copied, Files.size(copied), file.getSize(), file.getSource());
                bytes += file.getSize();
            }
            return bytes;
        }));
        requests.clear();
        return tasks;
    }
}
