// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Copies, counts and removes database directories, which hold plain files only. */
final class Directories {

    private Directories() {}

    /** A new empty directory in {@code java.io.tmpdir}. */
    static Path createTemporary(String purpose) throws IOException {
        return Files.createTempDirectory("rescale-compat-" + purpose + "-");
    }

    /**
     * Copies the files of {@code source} whose names are wanted into {@code target}, which is created if need be. Bytes
     * are copied, never linked, so that nothing done to the copy reaches the source.
     */
    static void copy(Path source, Path target, Predicate<String> wantedName) throws IOException {
        Files.createDirectories(target);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(source)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (wantedName.test(name)) {
                    Files.copy(file, target.resolve(name));
                }
            }
        }
    }

    static int count(Path directory, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return (int) files.filter(file -> file.toString().endsWith(suffix)).count();
        }
    }

    /** Whether a write-ahead log with at least one byte is there. */
    static boolean hasLiveLog(Path directory) throws IOException {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*.log")) {
            for (Path log : logs) {
                if (Files.size(log) > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Removes the directory and everything in it; does nothing if it is not there. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(directory)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
