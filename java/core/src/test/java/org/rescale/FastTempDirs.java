// SPDX-License-Identifier: Apache-2.0
package org.rescale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories in memory where that is large enough: thousands of syncs take minutes on some disks. */
public final class FastTempDirs implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH_BYTES = 1L << 30;

    /** For JUnit. */
    public FastTempDirs() {}

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        boolean memory =
                Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH_BYTES;
        return memory ? Files.createTempDirectory(MEMORY, "rescale") : Files.createTempDirectory("rescale");
    }
}
