// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.rescale.KeyGroupRange;
import org.rescale.StateHandle;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The checkpoints of old tasks in a work directory, each made once. What they hold follows from size, parallelism and
 * index alone; their place names these and the version of RocksDB that wrote them, as an older one need not read what a
 * newer one writes. A checkpoint appears by one rename of RocksDB's: one that is there is whole.
 */
final class SourceState {

    /** Flink's default. */
    static final long SST_BYTES = 64L << 20;

    private static final int VALUE_BYTES = 128;
    private static final int BATCH_ENTRIES = 1000;

    private final Path directory;
    private final int mib;
    private final long sstBytes;

    SourceState(Path work, int mib, long sstBytes) {
        if (mib < 1) {
            throw new IllegalArgumentException("mib: " + mib + " was found, 1 or more expected");
        }
        this.mib = mib;
        this.sstBytes = sstBytes;
        RocksDB.loadLibrary(); // before that it has no version
        directory = work.resolve("state")
                .resolve("rocksdb-" + RocksDB.rocksdbVersion())
                .resolve(mib + "-mib-in-ssts-of-" + (sstBytes >> 10) + "-kib");
    }

    /** What a case restores; the checkpoints of its sources that are missing are made. */
    RestoreTask make(RescaleCase rescale) throws IOException, RocksDBException {
        RestoreTask task = taskOf(rescale);
        for (StateHandle source : task.sources()) {
            if (Files.notExists(source.directory())) {
                make(source);
            }
        }
        return task;
    }

    /** What a case restores; its sources are there. */
    RestoreTask find(RescaleCase rescale) {
        RestoreTask task = taskOf(rescale);
        for (StateHandle source : task.sources()) {
            if (Files.notExists(source.directory())) {
                throw new IllegalStateException(source.directory()
                        + ": the checkpoint of an old task was expected, nothing found; BenchCommand makes it, and"
                        + " checks the strategies: see scripts/bench-jmh");
            }
        }
        return task;
    }

    private RestoreTask taskOf(RescaleCase rescale) {
        List<StateHandle> sources = new ArrayList<>();
        for (int source : rescale.sources()) {
            Path checkpoint = directory.resolve("of-" + rescale.from()).resolve(Integer.toString(source));
            sources.add(new StateHandle(checkpoint, rescale.sourceRange(source)));
        }
        return new RestoreTask(rescale, sources, sstBytes);
    }

    private void make(StateHandle source) throws IOException, RocksDBException {
        Path live = Directories.beside(source.directory(), ".live");
        Directories.delete(live);
        Directories.delete(Directories.beside(source.directory(), ".tmp"));
        Files.createDirectories(live);
        try (HostDatabase database = HostDatabase.open(live, sstBytes);
                Checkpoint checkpoint = Checkpoint.create(database.db())) {
            fill(database, source.range());
            checkpoint.createCheckpoint(source.directory().toString());
        }
        Directories.delete(live);
    }

    private void fill(HostDatabase database, KeyGroupRange range) throws RocksDBException {
        long entries = ((long) mib << 20) / (StateKeys.KEY_BYTES + VALUE_BYTES) / range.size();
        SplittableRandom random = new SplittableRandom(range.first());
        try (WriteOptions write = new WriteOptions().setDisableWAL(true);
                WriteBatch batch = new WriteBatch();
                FlushOptions flush = new FlushOptions()) {
            for (int group = range.first(); group <= range.last(); group++) {
                for (long i = 0; i < entries; i++) {
                    batch.put(database.state(), StateKeys.key(group, i), value(random));
                    if (batch.count() == BATCH_ENTRIES) {
                        database.db().write(write, batch);
                        batch.clear();
                    }
                }
            }
            database.db().write(write, batch);
            database.db().flush(flush, database.state());
        }
        database.db().compactRange(database.state());
    }

    private static byte[] value(SplittableRandom random) {
        ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
        while (value.hasRemaining()) {
            value.putLong(random.nextLong());
        }
        return value.array();
    }
}
