// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line, and a whole run with very little state. */
@Tag("rocksdb")
class BenchCommandTest {

    @TempDir
    private Path work;

    private final StringWriter errors = new StringWriter();

    @Test
    void forksOfRoundsAreForksOfOneResult() throws Exception {
        Path json = work.resolve("results.json");
        String strategies = "--strategies=rescale,writeBatch";
        int status = run("--mib=1", "--cases=4->8", strategies, "--forks=2", "--warmups=0", "--json=" + json);
        assertEquals(0, status, errors.toString());
        String results = Files.readString(json);
        assertEquals(2, count(results, "\"benchmark\" : \"org.rescale.bench.RestoreBenchmark.(rescale|writeBatch)\""));
        assertEquals(2, count(results, "\"forks\" : 2,"));
        assertEquals(2, count(results, "\"mode\" : \"ss\""));
        assertEquals(2, count(results, "\"mib\" : \"1\",\\s*\"rescale\" : \"4->8\""));
        // One primary and four secondary metrics, with one value a fork.
        assertEquals(10, count(results, "\"rawData\" : \\[\\s*\\[\\s*[0-9.E-]+\\s*],\\s*\\[\\s*[0-9.E-]+\\s*]\\s*]"));
        assertEquals(2, count(results, "\"scoreUnit\" : \"s/op\""));
        assertEquals(6, count(results, "\"scoreUnit\" : \"B\""));
        assertFalse(results.contains(work.toString()), results);
        // A metric is a mean: half of a source's entries are new, in each fork.
        Matcher fresh = Pattern.compile("\"newBytes\" : \\{\\s*\"score\" : ([0-9.E]+)").matcher(results);
        while (fresh.find()) {
            double bytes = Double.parseDouble(fresh.group(1));
            assertTrue(bytes > 1 << 18 && bytes < 1 << 20, fresh.group());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cases=4->        | --cases: rescale: '4->' was found",
                "--cases=4->129     | names parallelism 129, 1 to 128 expected",
                "--mib=0            | --mib 0: 1 or more is needed",
                "--mib=x            | 'x' is not an int",
                "--forks=0          | --forks 0: 1 or more is needed",
                "--warmups=-1       | --warmups -1: 0 or more is needed",
                "--strategies=magic | --strategies magic: one of [writeBatch, sstFileWriter, deleteRange,",
                "--json=/no/such/file | --json /no/such/file: no such directory",
            })
    void whatMakesNoSenseIsRefused(String argument, String message) throws Exception {
        assertEquals(2, run(argument));
        assertTrue(errors.toString().contains(message), errors.toString());
        try (Stream<Path> files = Files.list(work)) {
            assertEquals(0, files.count());
        }
    }

    private int run(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--work=" + work;
        CommandLine command = BenchCommand.commandLine().setErr(new PrintWriter(errors, true));
        return command.execute(all);
    }

    private static long count(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }
}
