// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With local directories on two volumes, Flink opens the very files that were fetched, each where it was fetched to. */
class TwoVolumesTest extends JobTest {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int SUBTASKS = 4;

    private final Map<Object, Path> fetched = new ConcurrentHashMap<>();
    private List<Path> places;
    private Path other;

    @BeforeEach
    void makePlaces() throws IOException {
        boolean two = Files.isWritable(MEMORY) && !Files.getFileStore(MEMORY).equals(Files.getFileStore(tmp));
        if (!two) {
            System.err.println("TwoVolumesTest: " + MEMORY + " is no volume of its own: all is on one");
        }
        other = Files.createTempDirectory(two ? MEMORY : tmp, "rescale-test-");
        places = List.of(tmp.resolve("local"), other);
        useLocalDirectories(places);
        ours.setString("execution.checkpointing.dir", "store:" + tmp.resolve("checkpoints"));
        ours.setString("state.backend.rocksdb.compaction.style", "NONE"); // the files stay
        ours.set(RescaleOptions.FETCH_THREADS, 1);
    }

    @AfterEach
    void removePlace() throws IOException {
        ObjectStore.listener = null;
        assertEquals(List.of(), CheckpointFiles.directories(other, LocalDirectory.PREFIX));
        FileUtils.deleteDirectory(other.toFile());
    }

    @Test
    void nothingIsCopied() throws Exception {
        String checkpoint = build(ours, 2 * SUBTASKS, MAX_PARALLELISM);
        ObjectStore.listener = this::noteFetched;
        try (JobRun run = JobRun.start(cluster, ours, SUBTASKS, MAX_PARALLELISM, checkpoint)) {
            run.send(model.probes());
            assertRescaled(SUBTASKS);
            Map<Object, Path> opened = new HashMap<>();
            for (Path place : places) {
                List<Path> databases = CheckpointFiles.directories(place, "db");
                assertEquals(SUBTASKS / 2, databases.size(), databases.toString());
                for (Path database : databases) {
                    note(database, place, opened);
                }
            }
            assertTrue(fetched.size() >= 2 * SUBTASKS, "too few files");
            fetched.forEach((key, place) -> assertEquals(place, opened.get(key)));
            run.check(model);
        }
    }

    @Test
    void aPlaceThatCannotBeUsedIsPassedOver() throws Exception {
        String checkpoint = build(ours, 2, MAX_PARALLELISM);
        Path bad = Files.createFile(tmp.resolve("file"));
        useLocalDirectories(List.of(bad, other));
        try (JobRun run = JobRun.start(cluster, ours, SUBTASKS, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
            assertEquals(SUBTASKS, CheckpointFiles.directories(other, "db").size());
        }
    }

    private void useLocalDirectories(List<Path> directories) {
        ours.setString(
                "state.backend.rocksdb.localdir",
                directories.stream().map(Path::toString).collect(Collectors.joining(",")));
    }

    private void noteFetched() {
        for (Path place : places) {
            try {
                for (Path directory : CheckpointFiles.directories(place, LocalDirectory.PREFIX)) {
                    note(directory, place, fetched);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Notes the SSTs below a directory, by what all links to a file have in common. */
    private static void note(Path directory, Path place, Map<Object, Path> notes) throws IOException {
        for (Path file : CheckpointFiles.files(directory, ".sst")) {
            try {
                notes.put(Files.readAttributes(file, BasicFileAttributes.class).fileKey(), place);
            } catch (NoSuchFileException e) {
                continue; // its restore has ended meanwhile
            }
        }
    }
}
