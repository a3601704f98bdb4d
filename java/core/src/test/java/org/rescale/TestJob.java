// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * A finished run of a small job, as Flink would leave it: each task has a RocksDB checkpoint with one column family a
 * state, keys that start with their key group, several levels, overwritten and deleted keys. Remembers what must be in
 * it.
 */
final class TestJob {

    /** Names of the column families, one of which stays empty. */
    static final List<String> FAMILIES = List.of("default", "values", "list", "timers", "nothing");

    private final Path directory;
    private final int maxParallelism;
    private final int parallelism;
    private final List<StateHandle> handles = new ArrayList<>();
    private final Map<String, TreeMap<byte[], byte[]>> model = new TreeMap<>();

    private int keysPerGroup = 30;
    private int valueBytes = 60;

    TestJob(Path directory, int maxParallelism, int parallelism) {
        this.directory = directory;
        this.maxParallelism = maxParallelism;
        this.parallelism = parallelism;
        FAMILIES.forEach(family -> model.put(family, new TreeMap<>(Arrays::compareUnsigned)));
    }

    /** Key groups have so many keys in each state, with values of so many random bytes. */
    TestJob size(int keysPerGroup, int valueBytes) {
        this.keysPerGroup = keysPerGroup;
        this.valueBytes = valueBytes;
        return this;
    }

    /** Runs the job. */
    TestJob run() throws RocksDBException, IOException {
        Files.createDirectories(directory);
        for (int task = 0; task < parallelism; task++) {
            KeyGroupRange range = KeyGroupRange.ofSubtask(maxParallelism, parallelism, task);
            Path checkpoint = directory.resolve(Integer.toString(task));
            writeTask(directory.resolve("live-" + task), checkpoint, range);
            handles.add(new StateHandle(checkpoint, range));
        }
        return this;
    }

    /** The tasks' checkpoints. */
    List<StateHandle> handles() {
        return handles;
    }

    /** What must be in a column family of a task with this range. */
    SortedMap<byte[], byte[]> expected(String family, KeyGroupRange range) {
        SortedMap<byte[], byte[]> tail = model.get(family).tailMap(prefix(range.first()));
        return range.last() + 1 < maxParallelism ? tail.headMap(prefix(range.last() + 1)) : tail;
    }

    /** Column family options as the job's. */
    static ColumnFamilyOptions familyOptions() {
        return new ColumnFamilyOptions()
                .setTargetFileSizeBase(16 << 10)
                .setLevel0FileNumCompactionTrigger(2)
                .setDisableAutoCompactions(true);
    }

    private void writeTask(Path live, Path checkpoint, KeyGroupRange range) throws RocksDBException {
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (ColumnFamilyOptions familyOptions = familyOptions();
                DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
                WriteOptions noWal = new WriteOptions().setDisableWAL(true);
                FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            for (String name : FAMILIES) {
                descriptors.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), familyOptions));
            }
            try (RocksDB db = RocksDB.open(options, live.toString(), descriptors, families)) {
                Random random = new Random(range.first());
                for (int round = 0; round < 2; round++) { // one file alone would only be moved down
                    writeRound(db, families, noWal, range, random, 1 + round);
                    db.flush(flush, families);
                }
                for (ColumnFamilyHandle family : families) {
                    db.compactRange(family);
                }
                for (int round = 2; round < 4; round++) {
                    writeRound(db, families, noWal, range, random, 5);
                    db.flush(flush, families);
                }
                try (Checkpoint maker = Checkpoint.create(db)) {
                    maker.createCheckpoint(checkpoint.toString());
                }
                families.forEach(ColumnFamilyHandle::close);
            }
        }
    }

    /** Writes about one key in {@code oneIn}, and deletes a few. */
    private void writeRound(
            RocksDB db,
            List<ColumnFamilyHandle> families,
            WriteOptions options,
            KeyGroupRange range,
            Random random,
            int oneIn)
            throws RocksDBException {
        for (int i = 0; i < FAMILIES.size() - 1; i++) {
            Map<byte[], byte[]> contents = model.get(FAMILIES.get(i));
            for (int group = range.first(); group <= range.last(); group++) {
                for (int number = 0; number < keysPerGroup; number++) {
                    if (random.nextInt(oneIn) != 0) {
                        continue;
                    }
                    byte[] key = key(group, number);
                    if (oneIn > 1 && random.nextInt(4) == 0) {
                        db.delete(families.get(i), options, key);
                        contents.remove(key);
                        continue;
                    }
                    byte[] value = new byte[valueBytes];
                    random.nextBytes(value);
                    db.put(families.get(i), options, key, value);
                    contents.put(key, value);
                }
            }
        }
    }

    private byte[] key(int group, int number) {
        byte[] prefix = prefix(group);
        return ByteBuffer.allocate(prefix.length + Integer.BYTES).put(prefix).putInt(number).array();
    }

    private byte[] prefix(int group) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(group).array();
        return Arrays.copyOfRange(bytes, bytes.length - KeyGroupRange.prefixBytes(maxParallelism), bytes.length);
    }
}
