// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.util.FileUtils;

/** Trees of files. */
final class Directories {

    private Directories() {}

    /** Makes {@code to} have what {@code from} has, by links, and nothing else; what vanishes meanwhile is left out. */
    static void replace(Path from, Path to) throws IOException {
        FileUtils.deleteDirectory(to.toFile());
        Files.walkFileTree(from, new Living() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    Files.createLink(to.resolve(from.relativize(file)), file);
                } catch (NoSuchFileException e) {
                    return FileVisitResult.CONTINUE;
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The SSTs of a tree, as they are named now. */
    static Set<Path> ssts(Path directory) throws IOException {
        Set<Path> files = new HashSet<>();
        Files.walkFileTree(directory, new Living() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".sst")) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** What a tree takes on disk: files with several names count once, those that vanish meanwhile do not. */
    static long bytes(Path directory) throws IOException {
        Set<Object> seen = new HashSet<>();
        long[] bytes = {0};
        Files.walkFileTree(directory, new Living() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (seen.add(attributes.fileKey())) {
                    bytes[0] += attributes.size();
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes[0];
    }

    /** Visits a tree from which files vanish: Flink removes older checkpoints. */
    private static class Living extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            return ignoreVanished(e);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
            return ignoreVanished(e);
        }

        private static FileVisitResult ignoreVanished(IOException e) throws IOException {
            if (e != null && !(e instanceof NoSuchFileException)) {
                throw e;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
