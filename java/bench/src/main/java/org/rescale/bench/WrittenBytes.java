// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has written, as Linux counts it. */
final class WrittenBytes {

    private static final Path IO = Path.of("/proc/self/io");
    private static final String WRITTEN = "wchar: ";

    private WrittenBytes() {}

    static long now() throws IOException {
        for (String line : Files.readAllLines(IO)) {
            if (line.startsWith(WRITTEN)) {
                return Long.parseLong(line.substring(WRITTEN.length()));
            }
        }
        throw new IOException(
                IO + ": a line '" + WRITTEN + "N' was expected, none found; this kernel does not count I/O");
    }
}
