// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash left is removed, and nothing else. */
class LocalDirectoryTest {

    @TempDir
    private Path tmp;

    @Test
    void isGoneAfterClose() throws Exception {
        Path path;
        try (LocalDirectory directory = LocalDirectory.create(tmp.resolve("made").toFile())) {
            path = directory.path();
            Files.writeString(Files.createDirectory(path.resolve("source")).resolve("CURRENT"), "MANIFEST-000001");
        }
        assertFalse(Files.exists(path));
    }

    @Test
    void severalPlacesAreUsedInTurn() throws Exception {
        List<File> parents = List.of(file("a"), file("b"), file("c"));
        List<File> used = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            LocalDirectory directory = LocalDirectory.create(parents);
            used.add(directory.parent());
            directory.close();
        }
        assertEquals(used.subList(0, 3), used.subList(3, 6));
        assertEquals(Set.copyOf(parents), Set.copyOf(used));
    }

    @Test
    void aPlaceThatCannotBeUsedIsPassedOver() throws Exception {
        Files.createFile(tmp.resolve("a"));
        List<File> parents = List.of(file("a"), file("b"));
        try (LogCapture log = new LogCapture()) {
            for (int i = 0; i < 2; i++) {
                try (LocalDirectory directory = LocalDirectory.create(parents)) {
                    assertEquals(file("b"), directory.parent());
                }
            }
            assertEquals(1, log.messages(Level.WARNING).size());
            assertTrue(log.messages(Level.WARNING).get(0).contains(file("a").getPath()));
        }
        Files.delete(tmp.resolve("b"));
        Files.createFile(tmp.resolve("b"));
        IOException none = assertThrows(IOException.class, () -> LocalDirectory.create(parents));
        assertEquals(1, none.getSuppressed().length);
    }

    private File file(String name) {
        return tmp.resolve(name).toFile();
    }

    @Test
    void leftoversOfTheDeadAreRemoved() throws Exception {
        Path dead = leftover("dead", true);
        Path neverLocked = leftover("never-locked", false);
        try (LocalDirectory alive = LocalDirectory.create(tmp.toFile())) {
            assertFalse(Files.exists(dead));
            assertFalse(Files.exists(neverLocked));
            makeOld(alive.path());
            Path young = leftover("young", true);
            Files.setLastModifiedTime(young, FileTime.from(Instant.now()));
            Path foreign = Files.createDirectory(tmp.resolve("foreign"));
            makeOld(foreign);
            LocalDirectory.create(tmp.toFile()).close();
            assertTrue(Files.exists(alive.path()));
            assertTrue(Files.exists(young));
            assertTrue(Files.exists(foreign));
        }
    }

    @Test
    void aLeftoverThatCannotBeRemovedIsPassedOver() throws Exception {
        Path stuck = leftover("stuck", true);
        Path end = nest(stuck);
        Path more = tmp.resolve("more");
        nest(Files.createDirectory(more));
        Files.move(more, end.resolve("more")); // what is in there has paths that no system call takes
        makeOld(stuck);
        try (LogCapture log = new LogCapture()) {
            LocalDirectory.create(tmp.toFile()).close();
            assertTrue(Files.exists(stuck));
            assertEquals(1, log.messages(Level.WARNING).size());
            assertTrue(log.messages(Level.WARNING).get(0).contains("rescale-restore-stuck"));
        } finally {
            Files.move(end.resolve("more"), more);
        }
        makeOld(stuck);
        LocalDirectory.create(tmp.toFile()).close();
        assertFalse(Files.exists(stuck));
    }

    /** Makes a path of half of PATH_MAX and more. */
    private static Path nest(Path directory) throws Exception {
        return Files.createDirectories(directory.resolve(("x".repeat(200) + "/").repeat(12)));
    }

    @Test
    void siblingsLeaveTheLockAlone() throws Exception {
        try (LocalDirectory first = LocalDirectory.create(tmp.toFile())) {
            Path lock = first.path().resolve("lock");
            assertTrue(LockProbe.isHeld(lock));
            makeOld(first.path());
            try (LocalDirectory second = LocalDirectory.create(tmp.toFile())) {
                assertTrue(LockProbe.isHeld(lock));
                assertTrue(LockProbe.isHeld(second.path().resolve("lock")));
            }
            assertTrue(LockProbe.isHeld(lock));
        }
        Path free = Files.createFile(tmp.resolve("free"));
        assertFalse(LockProbe.isHeld(free));
    }

    private Path leftover(String name, boolean locked) throws Exception {
        Path directory = Files.createDirectory(tmp.resolve(LocalDirectory.PREFIX + name));
        if (locked) {
            Files.createFile(directory.resolve("lock"));
        }
        makeOld(directory);
        return directory;
    }

    private static void makeOld(Path directory) throws Exception {
        Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minus(1, ChronoUnit.HOURS)));
    }
}
