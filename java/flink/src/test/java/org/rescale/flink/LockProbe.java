// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** Tells whether another process could take a lock, which only another process can find out. */
final class LockProbe {

    private static final int FREE = 10;
    private static final int HELD = 11;

    private LockProbe() {}

    /** Asks in a JVM of its own. */
    static boolean isHeld(Path file) throws IOException, InterruptedException {
        String classes =
                LockProbe.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-cp", classes, LockProbe.class.getName(), file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != FREE) {
            assertEquals(HELD, process.exitValue());
        }
        return process.exitValue() == HELD;
    }

    /** Argument: the file. */
    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            System.exit(lock == null ? HELD : FREE);
        }
    }
}
