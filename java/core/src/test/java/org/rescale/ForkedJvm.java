// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, for what happens once in a JVM: loading libraries. */
final class ForkedJvm {

    private ForkedJvm() {}

    /** Runs a class on this test's class path and expects it to end well; returns all it printed. */
    static String run(Class<?> main, List<String> jvmOptions, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .replace("\n", File.pathSeparator));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("forked-jvm", ".txt"); // a pipe would have to be read until the end
        try {
            int status = run(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()));
            String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            assertEquals(0, status, text);
            return text;
        } finally {
            Files.delete(output);
        }
    }

    /** Gives the exit status; that of a killed process if it does not end in time. */
    private static int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        try {
            process.waitFor(60, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
        return process.waitFor();
    }
}
