// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.ICloseableRegistry;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.PathsCopyingFileSystem;
import org.apache.flink.core.plugin.PluginManager;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With checkpoints in a file system that copies whole files when it is asked to. */
class PathCopiesTest extends JobTest {

    private static final Set<String> COPIED = ConcurrentHashMap.newKeySet();
    private static final Set<String> OPENED = ConcurrentHashMap.newKeySet();

    @BeforeAll
    static void addFileSystem() { // after the cluster has set up its own
        FileSystem.initialize(new Configuration(), new PluginManager() {
            @Override
            @SuppressWarnings("unchecked")
            public <P> Iterator<P> load(Class<P> service) {
                return service == FileSystemFactory.class
                        ? (Iterator<P>) List.of(new CopyingStore.Factory()).iterator()
                        : List.<P>of().iterator();
            }
        });
    }

    @AfterAll
    static void removeFileSystem() {
        FileSystem.initialize(new Configuration(), null);
    }

    @BeforeEach
    void clear() {
        COPIED.clear();
        OPENED.clear();
    }

    @Test
    void aRestoreReadsNoFileOfTheDatabasesAsAStream() throws Exception {
        Configuration config = new Configuration(ours);
        config.setString("execution.checkpointing.dir", "copying:" + tmp.resolve("checkpoints"));
        String checkpoint = build(config, 4, MAX_PARALLELISM);
        clear();
        try (JobRun run = JobRun.start(cluster, config, 2, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
            assertRescaled(2);
            Set<String> files = new HashSet<>(CheckpointFiles.stored(checkpoint, true).keySet());
            files.addAll(CheckpointFiles.stored(checkpoint, false).keySet());
            assertEquals(files, COPIED);
            OPENED.retainAll(files);
            assertEquals(Set.of(), OPENED);
        }
    }

    @Test
    void whatCannotBeCopiedIsReadAsAStream() throws Exception {
        Files.write(tmp.resolve("file"), new byte[1000]);
        try (StateFetcher fetcher = new StateFetcher(2, Thread::new)) {
            fetcher.add(handle("copying:", 1000), tmp.resolve("copied"));
            fetcher.add(handle("file:", 1000), tmp.resolve("read"));
            fetcher.add(new ByteStreamStateHandle("memory", new byte[10]), tmp.resolve("from-memory"));
            assertEquals(3, fetcher.pending());
            assertEquals(2010, fetcher.fetch());
            assertEquals(0, fetcher.pending());
        }
        assertEquals(Set.of(tmp.resolve("file").toString()), COPIED);
        assertEquals(Set.of(), OPENED);
        for (String name : List.of("copied", "read")) {
            assertEquals(1000, Files.size(tmp.resolve(name)), name);
        }
        assertEquals(10, Files.size(tmp.resolve("from-memory")));
    }

    @Test
    void aCopyOfTheWrongSizeIsRefused() throws Exception {
        Files.write(tmp.resolve("file"), new byte[1000]);
        try (StateFetcher fetcher = new StateFetcher(2, Thread::new)) {
            fetcher.add(handle("copying:", 1001), tmp.resolve("copied"));
            String message = assertThrows(IOException.class, fetcher::fetch).getMessage();
            assertTrue(message.contains("has 1000 bytes instead of 1001"), message);
        }
    }

    @Test
    void aCopyThatFailsLeavesTheRestoreToFlink() throws Exception {
        Configuration config = new Configuration(ours);
        config.setString("execution.checkpointing.dir", "copying:" + tmp.resolve("checkpoints"));
        String checkpoint = build(config, 4, MAX_PARALLELISM);
        CopyingStore.FAILURES.add("cannot copy now");
        try (JobRun run = JobRun.start(cluster, config, 1, MAX_PARALLELISM, checkpoint)) {
            run.check(model);
        }
        List<String> warnings = log.messages(Level.WARNING);
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.get(0).contains("cannot copy now"), warnings.get(0));
        assertEquals(Set.of(), CopyingStore.FAILURES);
    }

    private FileStateHandle handle(String scheme, long size) {
        return new FileStateHandle(new Path(scheme + tmp.resolve("file")), size);
    }

    /** {@code copying:/path}: local files. */
    private static final class CopyingStore extends SchemeFileSystem implements PathsCopyingFileSystem {

        private static final Set<String> FAILURES = ConcurrentHashMap.newKeySet();

        CopyingStore() {
            super("copying");
        }

        @Override
        public boolean canCopyPaths(Path source, Path destination) {
            return true;
        }

        @Override
        public void copyFiles(List<CopyRequest> requests, ICloseableRegistry registry) throws IOException {
            for (String failure : FAILURES) {
                FAILURES.remove(failure);
                throw new IOException(failure);
            }
            for (CopyRequest request : requests) {
                COPIED.add(request.getSource().getPath());
                java.nio.file.Path destination = Paths.get(request.getDestination().getPath());
                Files.createDirectories(destination.getParent()); // Flink's own restore leaves that to the copying
                Files.copy(Paths.get(request.getSource().getPath()), destination);
            }
        }

        @Override
        public FSDataInputStream open(Path path) throws IOException {
            OPENED.add(path.getPath());
            return super.open(path);
        }

        @Override
        public boolean isDistributedFS() {
            return true;
        }

        /** For Flink. */
        static final class Factory extends SchemeFileSystem.Factory {
            Factory() {
                super("copying", CopyingStore::new);
            }
        }
    }
}
