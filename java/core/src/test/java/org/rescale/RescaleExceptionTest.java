// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** Each exception class, provoked by what is really wrong. */
class RescaleExceptionTest {

    @TempDir
    private Path directory;

    private TestJob job;
    private Path out;
    private final Rescaler rescaler = Rescaler.builder(128).build();

    @BeforeEach
    void runJob() throws Exception {
        job = new TestJob(directory.resolve("old"), 128, 2).run();
        out = directory.resolve("new");
    }

    @Test
    void nonsenseIsAnIllegalArgument() {
        StateHandle handle = job.handles().get(0);
        Exception overlap =
                assertThrows(IllegalArgumentException.class, () -> rescaler.run(List.of(handle, handle), 1, out));
        assertTrue(overlap.getMessage().contains(handle.directory().toString()), overlap.getMessage());
        assertThrows(IllegalArgumentException.class, () -> rescaler.plan(List.of(handle), 1).close());
        assertThrows(IllegalArgumentException.class, () -> rescaler.plan(List.of(), 1).close());
        assertThrows(IllegalArgumentException.class, () -> rescaler.plan(job.handles(), 129).close());
        assertThrows(IllegalArgumentException.class, () -> rescaler.run(job.handles(), 2, 2, out));
        assertThrows(IllegalArgumentException.class, () -> rescaler.ingest(List.of(), out));
        assertThrows(IllegalArgumentException.class, () -> Rescaler.builder(0));
        assertThrows(IllegalArgumentException.class, () -> Rescaler.builder(1).threads(-1));
        assertFalse(Files.exists(out));
    }

    @Test
    void aMissingSource() {
        Path missing = directory.resolve("missing");
        RescaleException e = assertThrows(
                RescaleException.class,
                () -> rescaler.run(List.of(new StateHandle(missing, KeyGroupRange.all(128))), 1, out));
        assertEquals(RescaleException.class, e.getClass());
        assertEquals(StatusCode.NOT_FOUND, e.code());
        assertTrue(e.path().orElseThrow().startsWith(missing.toString()), e.toString());
        // The stack is the caller's.
        assertTrue(Arrays.stream(e.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(getClass().getName())));
    }

    @Test
    void theSystemSaysNo() {
        Path tooLong = directory.resolve("x".repeat(300));
        RescaleException e = assertThrows(RescaleException.class, () -> rescaler.run(job.handles(), 1, tooLong));
        assertEquals(StatusCode.IO_ERROR, e.code());
        assertTrue(e.path().orElseThrow().startsWith(directory.toString()), e.toString());
    }

    @Test
    void aDamagedManifest() throws IOException {
        Path manifest = find(job.handles().get(1).directory(), "MANIFEST-");
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[bytes.length / 2] ^= 0x10;
        Files.write(manifest, bytes);
        CorruptStateException e =
                assertThrows(CorruptStateException.class, () -> rescaler.plan(job.handles(), 1).close());
        assertEquals(StatusCode.CORRUPTION, e.code());
        assertEquals(manifest.toString(), e.path().orElseThrow());
        assertTrue(e.offsetBytes().isPresent(), e.toString());
        assertTrue(e.getMessage().contains(manifest.getFileName().toString()), e.getMessage());
    }

    @Test
    void aDamagedSst() throws IOException {
        Path sst = find(job.handles().get(0).directory(), ".sst");
        Files.write(sst, new byte[] {1}, StandardOpenOption.APPEND); // linked to the live database: of no matter
        CorruptStateException e = assertThrows(CorruptStateException.class, () -> rescaler.run(job.handles(), 1, out));
        assertEquals(sst.toString(), e.path().orElseThrow());
        assertFalse(Files.exists(out));
        assertThrows(
                CorruptStateException.class,
                () -> rescaler.verify(job.handles().get(0).directory()));
    }

    @Test
    void aComparatorThatIsNotBytewise() throws Exception {
        Path reverse = directory.resolve("reverse");
        try (Options options = new Options()
                        .setCreateIfMissing(true)
                        .setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
                RocksDB db = RocksDB.open(options, reverse.toString())) {
            db.put(new byte[] {1}, new byte[] {2});
        }
        UnsupportedStateException e = assertThrows(
                UnsupportedStateException.class,
                () -> rescaler.run(List.of(new StateHandle(reverse, KeyGroupRange.all(128))), 1, out));
        assertEquals(StatusCode.NOT_SUPPORTED, e.code());
        assertTrue(e.getMessage().contains("omparator"), e.getMessage());
    }

    @Test
    void aTargetThatIsThere() throws Exception {
        rescaler.run(job.handles(), 2, 1, out);
        TargetUnavailableException e = assertThrows(
                TargetUnavailableException.class, () -> rescaler.run(job.handles(), 2, 1, out));
        assertEquals(StatusCode.ALREADY_EXISTS, e.code());
        assertEquals(out.resolve("1").toString(), e.path().orElseThrow());
        rescaler.run(job.handles(), 2, 0, out);
    }

    @Test
    void everyNativeCodeHasItsClass() {
        assertEquals(IllegalArgumentException.class, created(1));
        assertEquals(RescaleException.class, created(2));
        assertEquals(RescaleException.class, created(3));
        assertEquals(RescaleException.class, created(4));
        assertEquals(CorruptStateException.class, created(5));
        assertEquals(UnsupportedStateException.class, created(6));
        assertEquals(TargetUnavailableException.class, created(7));
        assertEquals(TargetUnavailableException.class, created(8));
        assertEquals(RescaleCancelledException.class, created(9));
        assertEquals(RescaleException.class, created(99));
    }

    @Test
    void noCppExceptionPasses() throws Exception {
        NativeLibrary.load();
        assertThrows(OutOfMemoryError.class, () -> NativeLibrary.throwInside(0));
        RescaleException e = assertThrows(RescaleException.class, () -> NativeLibrary.throwInside(1));
        assertEquals(StatusCode.INTERNAL, e.code());
        assertEquals("thrown on request", e.getMessage());
        assertEquals(
                StatusCode.INTERNAL,
                assertThrows(RescaleException.class, () -> NativeLibrary.throwInside(2)).code());
    }

    @Test
    void travelsBetweenJvms() throws Exception {
        Throwable e = NativeErrors.create(5, "a: b".getBytes(), "/x".getBytes(), 17);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(e);
        }
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            CorruptStateException read = (CorruptStateException) stream.readObject();
            assertEquals("/x", read.path().orElseThrow());
            assertEquals(17, read.offsetBytes().orElseThrow());
            assertEquals(StatusCode.CORRUPTION, read.code());
        }
    }

    private static Class<?> created(int number) {
        return NativeErrors.create(number, new byte[0], new byte[0], -1).getClass();
    }

    private static Path find(Path directory, String part) throws IOException {
        try (var files = Files.list(directory)) {
            Set<Path> found = files.filter(file -> file.getFileName().toString().contains(part))
                    .collect(Collectors.toSet());
            return found.iterator().next();
        }
    }
}
