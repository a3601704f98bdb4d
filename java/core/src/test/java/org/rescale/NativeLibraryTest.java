// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

class NativeLibraryTest {

    /** On a disk: code in memory file systems may not be run everywhere. */
    @TempDir(factory = TempDirFactory.Standard.class)
    private Path directory;

    @Test
    @Tag("rocksdb")
    void getsAlongWithRocksDbInBothOrders() throws Exception {
        Path state = state();
        run(LoadOrder.class, List.of(), "rocksdb", "rescale", state.toString(), directory.resolve("a").toString());
        run(LoadOrder.class, List.of(), "rescale", "rocksdb", state.toString(), directory.resolve("b").toString());
    }

    @Test
    void theCheckingJvmHasNothingToSay() throws Exception {
        String output = run(
                NativeUse.class,
                List.of("-Xcheck:jni"),
                state().toString(),
                directory.resolve("out").toString());
        Matcher complaint = Pattern.compile("(?i)warning|fatal error").matcher(output);
        assertTrue(!complaint.find(), output);
    }

    @Test
    void anUnknownPlatformIsNamed() throws Exception {
        String output = ForkedJvm.run(LoadAttempt.class, List.of("-Dos.arch=riscv64"));
        assertEquals(2, output.lines().filter(line -> line.startsWith("NOT_SUPPORTED: ")).count(), output);
        assertTrue(output.contains("linux/riscv64"), output);
        assertTrue(output.contains(NativeLibrary.PATH_PROPERTY), output);
    }

    @Test
    void aFileThatIsNoLibrary() throws Exception {
        Path text = Files.writeString(directory.resolve("librescalejni.so"), "text");
        String output = ForkedJvm.run(
                LoadAttempt.class, List.of("-D" + NativeLibrary.PATH_PROPERTY + "=" + text));
        assertTrue(output.contains("NOT_SUPPORTED: "), output);
        assertTrue(output.contains(text.toString()), output);
    }

    @Test
    void aPlaceToCopyToThatIsMissing() throws Exception {
        Path missing = directory.resolve("missing");
        String output = ForkedJvm.run(
                LoadAttempt.class, List.of("-D" + NativeLibrary.DIRECTORY_PROPERTY + "=" + missing));
        assertTrue(output.startsWith("NOT_SUPPORTED: "), output);
        assertTrue(output.contains(NativeLibrary.DIRECTORY_PROPERTY), output);
    }

    @Test
    void theCopyIsGoneOnceLoaded() throws Exception {
        String output = ForkedJvm.run(
                LoadAttempt.class, List.of("-D" + NativeLibrary.DIRECTORY_PROPERTY + "=" + directory));
        assertTrue(output.startsWith("loaded"), output);
        try (var files = Files.list(directory)) {
            assertEquals(List.of(), files.collect(Collectors.toList()));
        }
    }

    @Test
    void anExplicitFile() throws Exception {
        Path copy = directory.resolve("mine.so");
        String arch = System.getProperty("os.arch");
        try (InputStream in = NativeLibrary.class.getResourceAsStream("/linux/" + arch + "/librescalejni.so")) {
            Files.copy(in, copy);
        }
        String output = ForkedJvm.run(
                LoadAttempt.class,
                List.of("-D" + NativeLibrary.PATH_PROPERTY + "=" + copy, "-Dos.arch=riscv64"));
        assertTrue(output.startsWith("loaded"), output);
    }

    @Test
    void twoClassLoadersHaveOneEach() throws Exception {
        NativeLibrary.load();
        URL classes = NativeLibrary.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader other = new URLClassLoader(new URL[] {classes}, null)) {
            Class<?> again = other.loadClass(NativeLibrary.class.getName());
            assertNotSame(NativeLibrary.class, again);
            again.getMethod("load").invoke(null);
        }
    }

    private Path state() throws Exception {
        return new TestJob(directory.resolve("old"), 128, 1).run().handles().get(0).directory();
    }

    private static String run(Class<?> main, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        String output = ForkedJvm.run(main, options, arguments);
        assertTrue(output.trim().endsWith("done"), output);
        return output;
    }
}
