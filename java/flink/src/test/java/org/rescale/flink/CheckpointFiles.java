// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    static List<Path> find(Path root, Predicate<Path> which) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(which).collect(Collectors.toList());
        }
    }
}
