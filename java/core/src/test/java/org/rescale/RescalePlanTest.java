// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RescalePlanTest {

    @TempDir
    private Path directory;

    private TestJob job;
    private final Rescaler rescaler = Rescaler.builder(128).build();

    @BeforeEach
    void runJob() throws Exception {
        job = new TestJob(directory.resolve("old"), 128, 4).run();
    }

    @Test
    void needsNoSst() throws Exception {
        String text;
        try (RescalePlan plan = rescaler.plan(job.handles(), 6)) {
            text = plan.toText();
        }
        for (StateHandle handle : job.handles()) {
            deleteSsts(handle.directory());
        }
        try (RescalePlan plan = rescaler.plan(job.handles(), 6)) {
            assertEquals(text, plan.toText());
        }
    }

    @Test
    void keyGroupsOfNobodyAreEmptyWhereThatIsAllowed() throws Exception {
        List<StateHandle> sources = new ArrayList<>(job.handles());
        sources.remove(1);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> rescaler.plan(sources, 2));
        assertTrue(refused.getMessage().contains("no source owns the key groups [32,63]"), refused.getMessage());
        Rescaler allowing = Rescaler.builder(128).allowGaps(true).build();
        try (RescalePlan plan = allowing.plan(sources, 2)) {
            assertTrue(plan.files(0).stream().anyMatch(file -> file.action() == PlanAction.LINK));
        }
        allowing.run(sources, 2, directory.resolve("new"));
        assertTrue(Files.isDirectory(directory.resolve("new/1")));
    }

    @Test
    void leftoversAreWarnedOfWhereTheyAreNotExpected() throws Exception {
        List<StateHandle> sources = // which has more
                List.of(new StateHandle(job.handles().get(0).directory(), KeyGroupRange.of(0, 15)));
        for (boolean expected : new boolean[] {false, true}) {
            Rescaler expecting = Rescaler.builder(128).expectLeftovers(expected).build();
            int warnings = expected ? 0 : 1;
            try (RescalePlan plan = expecting.plan(sources, 8, 0)) {
                assertEquals(warnings, plan.targets().get(0).warnings().size());
            }
            RescaledDb target = expecting.run(sources, 8, 0, directory.resolve("new-" + expected));
            assertEquals(warnings, target.warnings().size());
            Contents.check(target.directory(), job, KeyGroupRange.of(0, 15));
        }
    }

    @Test
    void whatIsSkippedNeedNotBeThere() throws Exception {
        RescaledDb target;
        try (RescalePlan plan = rescaler.plan(job.handles(), 6, 2)) {
            for (PlannedFile file : plan.files(0)) {
                if (file.action() == PlanAction.SKIP) {
                    SourceFile source = file.source();
                    Files.delete(job.handles().get(source.source()).directory().resolve(source.fileName()));
                }
            }
            target = rescaler.run(job.handles(), 6, 2, directory.resolve("new"));
        }
        Contents.check(target.directory(), job, KeyGroupRange.ofSubtask(128, 6, 2));
    }

    @Test
    void tellsWhatRunDoes() throws Exception {
        List<RescaledDb> done = rescaler.run(job.handles(), 6, directory.resolve("new"));
        try (RescalePlan plan = rescaler.plan(job.handles(), 6)) {
            assertEquals(6, plan.targets().size());
            for (int i = 0; i < 6; i++) {
                PlannedTarget target = plan.targets().get(i);
                assertEquals(i, target.subtask());
                assertEquals(done.get(i).range().orElseThrow(), target.range());
                Map<PlanAction, List<PlannedFile>> files =
                        plan.files(i).stream().collect(Collectors.groupingBy(PlannedFile::action));
                assertTotals(target.filesSkipped(), target.bytesSkipped(), files.get(PlanAction.SKIP));
                assertTotals(target.filesLinked(), target.bytesLinked(), files.get(PlanAction.LINK));
                assertTotals(target.filesTrimmed(), target.bytesTrimmed(), files.get(PlanAction.TRIM));
                assertEquals(
                        files.getOrDefault(PlanAction.LINK, List.of()).stream()
                                .collect(Collectors.toMap(
                                        PlannedFile::source, file -> file.targetFileName().orElseThrow())),
                        done.get(i).identicalFiles());
                assertFalse(plan.files(i).get(0).reason().isEmpty());
            }
        }
    }

    @Test
    void prints() throws Exception {
        try (RescalePlan plan = rescaler.plan(job.handles(), 2)) {
            assertTrue(plan.toText().contains("[0,63]"), plan.toText());
            assertTrue(plan.toJson().startsWith("{"), plan.toJson());
            assertTrue(plan.toSvg().contains("<svg"), plan.toSvg());
        }
    }

    @Test
    void closeMayComeTwiceAndListsStay() throws Exception {
        RescalePlan plan = rescaler.plan(job.handles(), 2);
        List<PlannedFile> files = plan.files(1);
        assertThrows(IndexOutOfBoundsException.class, () -> plan.files(2));
        assertThrows(IndexOutOfBoundsException.class, () -> plan.files(-1));
        plan.close();
        plan.close();
        assertFalse(files.get(0).columnFamily().isEmpty());
        assertEquals(2, plan.targets().size());
        assertThrows(IllegalStateException.class, plan::toText);
        assertThrows(IllegalStateException.class, () -> plan.files(0));
    }

    @Test
    void closeRacesWithReadersAndOtherCloses() throws Exception {
        for (int round = 0; round < 200; round++) {
            RescalePlan plan = rescaler.plan(job.handles(), 6);
            String text = plan.toText();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                boolean closes = i % 3 == 2;
                threads.add(new Thread(() -> readOrClose(plan, text, closes, failures)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), List.copyOf(failures));
            assertThrows(IllegalStateException.class, plan::toText);
        }
    }

    private static void readOrClose(RescalePlan plan, String text, boolean closes, Queue<Throwable> failures) {
        try {
            for (int i = 0; i < 3; i++) {
                if (closes) {
                    plan.close();
                } else {
                    assertEquals(text, plan.toText());
                    assertFalse(plan.files(i).isEmpty());
                }
            }
        } catch (IllegalStateException closed) {
            // as it must be
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    private static void assertTotals(long count, long bytes, List<PlannedFile> files) {
        List<PlannedFile> these = files == null ? List.of() : files;
        assertEquals(count, these.size());
        assertEquals(bytes, these.stream().mapToLong(PlannedFile::sizeBytes).sum());
    }

    private static void deleteSsts(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.collect(Collectors.toList())) {
                if (file.toString().endsWith(".sst")) {
                    Files.delete(file);
                }
            }
        }
    }
}
