// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each way in which a handle's file may be damaged is noticed, with the file and what is wrong with it. What Flink makes
 * of it then is right, or fails; where it could be wrong, Flink is not asked. The file is one of the second of four
 * subtasks, whose SSTs are cut in two.
 */
class DamagedHandleTest extends JobTest {

    private static final String OURS_FAILED = "; the task fails because ";
    private static final Model MODEL = new Model(KEYS, 1);

    @TempDir
    private static Path shared;

    private static String checkpoint;

    private Path file;
    private byte[] content;

    @BeforeAll
    static void runJob() throws Exception {
        try (JobRun run = JobRun.start(cluster, JobRun.config(shared, OURS), 4, MAX_PARALLELISM, null)) {
            for (int i = 0; i < 2; i++) {
                run.send(MODEL.change(KEYS));
                checkpoint = run.checkpoint();
            }
        }
    }

    @BeforeEach
    void leaveTheCheckpointAlone() {
        model = MODEL;
        ours.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
    }

    @AfterEach
    void mend() throws Exception {
        Files.write(file, content);
    }

    @ParameterizedTest
    @CsvSource({
        "MANIFEST, MISSING, cannot be fetched",
        "CURRENT, MISSING, cannot be fetched",
        "CURRENT, OTHER_MANIFEST, MANIFEST-999999",
        ".sst, MISSING, cannot be read",
        ".sst, TOO_SHORT, bytes instead of",
        ".sst, HALF, bytes instead of",
        ".sst, MAGIC, magic",
        ".sst, INDEX, checksum",
    })
    void isNoticedAndFlinkRestoresNothingWrong(String name, Damage damage, String reason) throws Exception {
        String damaged = damage(name, damage);
        assertFails(damaged, reason, OnFailure.FAIL, "on-failure is fail");
        ours.set(RescaleOptions.ON_FAILURE, OnFailure.FALLBACK);
        try (JobRun run = JobRun.start(cluster, ours, 3, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        } catch (JobExecutionException e) {
            assertFalse(
                    ExceptionUtils.findThrowableWithMessage(e, OURS_FAILED).isPresent(),
                    "Flink was not asked");
        }
        String warning = log.messages(Level.WARNING).get(0);
        assertTrue(warning.contains(damaged) && warning.contains(reason), warning);
    }

    @ParameterizedTest
    @CsvSource({
        "MANIFEST, TOO_SHORT, bytes instead of",
        "MANIFEST, HALF, bytes instead of",
        "MANIFEST, TOO_LONG, bytes instead of",
        "MANIFEST, IN_THE_MIDDLE, checksum",
        "MANIFEST, ZEROS_AT_THE_END, MANIFEST",
    })
    void isNoticedAndFlinkIsNotAsked(String name, Damage damage, String reason) throws Exception {
        String damaged = damage(name, damage);
        assertFails(damaged, reason, OnFailure.FAIL, "on-failure is fail");
        assertFails(damaged, reason, OnFailure.FALLBACK, "may not notice");
    }

    @Test
    void plainRocksDbRestoresHalfAManifest() throws Exception {
        damage("MANIFEST", Damage.HALF);
        plain.setString("execution.state-recovery.claim-mode", "NO_CLAIM");
        try (JobRun run = JobRun.start(cluster, plain, 3, MAX_PARALLELISM, checkpoint)) {
            run.send(model.probes());
            assertNotEquals(model.states(), StateFunction.PROBED); // which is why Flink must not be asked
        }
    }

    private void assertFails(String damaged, String reason, OnFailure onFailure, String because) throws Exception {
        ours.set(RescaleOptions.ON_FAILURE, onFailure);
        try (JobRun run = JobRun.start(cluster, ours, 3, MAX_PARALLELISM, checkpoint)) {
            Exception e = assertThrows(JobExecutionException.class, () -> run.check(model));
            String message = ExceptionUtils.findThrowableWithMessage(e, OURS_FAILED)
                    .map(Throwable::getMessage)
                    .orElse("");
            assertTrue(message.contains(damaged), message);
            assertTrue(message.contains(reason), message);
            assertTrue(message.contains(because), message);
        }
        assertEquals(List.of(), log.messages(Level.WARNING));
    }

    /** Damages one file, and returns its local name. */
    private String damage(String name, Damage damage) throws Exception {
        KeyedStateHandle second = CheckpointFiles.keyedState(checkpoint).stream()
                .sorted(Comparator.comparing(handle -> handle.getKeyGroupRange().getStartKeyGroup()))
                .collect(Collectors.toList())
                .get(1);
        IncrementalRemoteKeyedStateHandle handle = (IncrementalRemoteKeyedStateHandle) second;
        HandleAndLocalPath found = Stream.concat(handle.getSharedState().stream(), handle.getPrivateState().stream())
                .filter(one -> one.getLocalPath().contains(name))
                .findFirst()
                .orElseThrow();
        file = Path.of(((FileStateHandle) found.getHandle()).getFilePath().getPath());
        content = damage.applyTo(file);
        return found.getLocalPath();
    }
}
