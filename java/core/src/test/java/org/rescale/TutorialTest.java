// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyOptions;

/**
 * How to use this library, from the first step to the last. A job ran with four subtasks and goes on with three; we are
 * subtask 1 of the new job.
 */
@Tag("rocksdb")
class TutorialTest {

    private static final int MAX_PARALLELISM = 128;

    @TempDir
    private Path tmp;

    private TestJob job;

    @BeforeEach
    void aJobRan() throws Exception {
        job = new TestJob(tmp.resolve("checkpoint"), MAX_PARALLELISM, 4).run();
    }

    @Test
    void stepOneNameTheState() {
        // A state handle is a directory with a RocksDB checkpoint, and the key groups that its subtask owned. Subtask 1
        // of 4 owned [32,63]; which of them is whose follows from Flink's formulas.
        StateHandle handle =
                new StateHandle(tmp.resolve("checkpoint/1"), KeyGroupRange.ofSubtask(MAX_PARALLELISM, 4, 1));
        assertEquals(KeyGroupRange.of(32, 63), handle.range());

        // The new subtask needs the handles that overlap what it will own. Others do no harm, and cost nothing.
        KeyGroupRange ours = KeyGroupRange.ofSubtask(MAX_PARALLELISM, 3, 1);
        assertEquals(KeyGroupRange.of(43, 85), ours);
        assertTrue(handle.range().intersect(ours).isPresent());
    }

    @Test
    void stepTwoPlan() throws Exception {
        Rescaler rescaler = Rescaler.builder(MAX_PARALLELISM).build();

        // A plan needs CURRENT, MANIFEST and OPTIONS of each handle, and no SST. So a caller whose state is far away
        // fetches these three, plans, and then fetches the SSTs that are not skipped.
        try (RescalePlan plan = rescaler.plan(job.handles(), 3, 1)) {
            Set<SourceFile> needed = new HashSet<>();
            for (PlannedFile file : plan.files(0)) {
                if (file.action() != PlanAction.SKIP) {
                    needed.add(file.source());
                }
            }
            PlannedTarget totals = plan.targets().get(0);
            assertEquals(totals.filesLinked() + totals.filesTrimmed(), needed.size());
            assertTrue(totals.filesSkipped() > 0);

            // For people: text, JSON and a picture.
            Files.writeString(tmp.resolve("plan.svg"), plan.toSvg());
        }
    }

    @Test
    void stepThreeRescale() throws Exception {
        // Progress comes in this thread; the token may be cancelled from any other.
        CancellationToken token = new CancellationToken();
        StringBuilder log = new StringBuilder();
        Rescaler rescaler = Rescaler.builder(MAX_PARALLELISM)
                .progress(progress -> log.append(progress).append('\n'))
                .cancellation(token)
                .build();

        RescaledDb db = rescaler.run(job.handles(), 3, 1, tmp.resolve("local"));
        assertEquals(tmp.resolve("local/1"), db.directory());
        assertTrue(log.length() > 0);

        // Files that were not cut have the bytes of a source's file under a new name. Whoever stores checkpoints has
        // them already. This map alone says which is which.
        Path source = job.handles().get(1).directory();
        db.identicalFiles().forEach((file, name) -> {
            assertTrue(Files.exists(db.directory().resolve(name)));
            assertTrue(file.source() != 1 || Files.exists(source.resolve(file.fileName())));
        });
        assertEquals(db.report().filesLinked(), db.identicalFiles().size());
    }

    @Test
    void stepFourOpen() throws Exception {
        // Or all in one: rescaled, and opened with the RocksDB on the class path. Compaction is paused, so that no file
        // is replaced before the caller has taken note of it.
        Rescaler rescaler = Rescaler.builder(MAX_PARALLELISM).build();
        try (ColumnFamilyOptions options = new ColumnFamilyOptions();
                RescaledRestore restore = RescaledRestore.builder(rescaler)
                        .sources(job.handles())
                        .subtask(3, 1)
                        .directory(tmp.resolve("local"))
                        .columnFamilyOptions(name -> options)
                        .open()) {
            byte[] key = job.expected("values", KeyGroupRange.of(43, 85)).firstKey();
            assertTrue(restore.db().get(restore.columnFamily("values"), key) != null);
            restore.resumeCompaction();
        }
    }

    @Test
    void stepFiveWhenItGoesWrong() {
        // The class of the exception says what to do; the message says what is wrong, where, and what would help.
        Rescaler rescaler = Rescaler.builder(MAX_PARALLELISM).build();
        List<StateHandle> missing = List.of(new StateHandle(tmp.resolve("gone"), KeyGroupRange.all(MAX_PARALLELISM)));
        String todo;
        try {
            rescaler.run(missing, 1, tmp.resolve("local"));
            todo = "go on";
        } catch (UnsupportedStateException | UnsupportedPlatformException e) {
            todo = "restore in another way";
        } catch (CorruptStateException e) {
            todo = "fail: the state is damaged in " + e.path();
        } catch (TargetUnavailableException e) {
            todo = "use another directory";
        } catch (RescaleCancelledException e) {
            todo = "stop";
        } catch (RescaleException e) {
            todo = "fail or try again: " + e.code();
        }
        assertEquals("fail or try again: NOT_FOUND", todo);
        assertTrue(Files.notExists(tmp.resolve("local"))); // nothing partial is left, ever
    }
}
