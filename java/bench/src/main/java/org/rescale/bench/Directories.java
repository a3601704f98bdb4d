// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Directories of databases. */
final class Directories {

    private static final String SST = ".sst";

    private Directories() {}

    /** Makes {@code to} a database of its own: SSTs are linked, as they never change, and all else is copied. */
    static void linkDatabase(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : files(from)) {
            Path copy = to.resolve(file.getFileName());
            if (isSst(file)) {
                Files.createLink(copy, file);
            } else {
                Files.copy(file, copy);
            }
        }
    }

    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().collect(Collectors.toList());
        }
    }

    static boolean isSst(Path file) {
        return file.toString().endsWith(SST);
    }

    /** A directory beside another, for what is needed only while that one is made. */
    static Path beside(Path directory, String suffix) {
        return directory.resolveSibling(directory.getFileName() + suffix);
    }

    /** Deletes a tree, if it is there. */
    static void delete(Path tree) throws IOException {
        if (Files.notExists(tree)) {
            return;
        }
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
