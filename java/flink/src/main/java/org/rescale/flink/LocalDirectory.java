// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.util.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory for the time of one restore. Holds a lock file as long as its process lives, so that what a crash left is
 * known, and removed by the next restore in the same place.
 */
final class LocalDirectory implements AutoCloseable {

    static final String PREFIX = "rescale-restore-";

    private static final Logger LOG = LoggerFactory.getLogger(LocalDirectory.class);
    private static final String LOCK = "lock";

    /**
     * The names of those that this JVM holds. Their lock files must not be opened: POSIX drops a process's locks on a
     * file when any descriptor of that file is closed.
     */
    private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

    /** Younger ones may not have their lock yet. */
    private static final long LEFTOVER_AGE_MS = TimeUnit.MINUTES.toMillis(1);

    /** Begins anywhere, or several processes of a machine would go the same way. */
    private static final AtomicInteger TURN = new AtomicInteger(ThreadLocalRandom.current().nextInt());

    private final Path path;
    private final FileChannel lock;

    private LocalDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes one in one of several places: in turn, so that tasks are spread, without those that cannot be used. */
    static LocalDirectory create(List<File> parents) throws IOException {
        if (parents.size() == 1) {
            return create(parents.get(0));
        }
        int first = Math.floorMod(TURN.getAndIncrement(), parents.size());
        IOException failure = null;
        for (int i = 0; i < parents.size(); i++) {
            File parent = parents.get((first + i) % parents.size());
            try {
                return create(parent);
            } catch (IOException e) {
                LOG.warn("{} is passed over: {}", parent, e.toString());
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
        }
        throw failure;
    }

    static LocalDirectory create(File parent) throws IOException {
        Files.createDirectories(parent.toPath());
        removeLeftovers(parent.toPath());
        Path path = parent.toPath().resolve(PREFIX + UUID.randomUUID());
        OURS.add(name(path));
        try {
            return new LocalDirectory(path, createLocked(path));
        } catch (IOException e) {
            OURS.remove(name(path));
            throw e;
        }
    }

    private static FileChannel createLocked(Path path) throws IOException {
        Files.createDirectory(path);
        FileChannel lock = FileChannel.open(
                path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            lock.lock();
        } catch (IOException e) {
            // A file system without locks: nothing there is ever taken for a leftover.
            LOG.debug("no lock on {}", path, e);
        }
        return lock;
    }

    Path path() {
        return path;
    }

    File parent() {
        return path.getParent().toFile();
    }

    /** Removes it with all that is in it. */
    @Override
    public void close() throws IOException {
        try (FileChannel held = lock) {
            FileUtils.deleteDirectory(path.toFile());
        } finally {
            OURS.remove(name(path));
        }
    }

    private static String name(Path directory) {
        return directory.getFileName().toString();
    }

    private static void removeLeftovers(Path parent) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : found) {
                if (isLeftover(directory)) {
                    remove(directory);
                }
            }
        }
    }

    private static void remove(Path leftover) {
        LOG.info("removing {}, left by a process that is gone", leftover);
        try {
            FileUtils.deleteDirectory(leftover.toFile());
        } catch (IOException e) {
            LOG.warn("cannot remove {}: remove it by hand", leftover, e); // no reason for this restore to fail
        }
    }

    private static boolean isLeftover(Path directory) {
        if (OURS.contains(name(directory))) {
            return false;
        }
        try {
            FileTime modified = Files.getLastModifiedTime(directory);
            if (System.currentTimeMillis() - modified.toMillis() < LEFTOVER_AGE_MS) {
                return false;
            }
            try (FileChannel channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                return lock != null;
            }
        } catch (NoSuchFileException e) {
            return Files.exists(directory); // it died before it had a lock, or is being removed by its owner
        } catch (OverlappingFileLockException | IOException e) {
            return false;
        }
    }
}
