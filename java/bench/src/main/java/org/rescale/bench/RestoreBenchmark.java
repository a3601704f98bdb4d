// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/**
 * One new task, from its sources' checkpoints on the local disk to an open RocksDB that has served a first get. The
 * checkpoints are made, and the strategies checked, by {@link BenchCommand}, in another JVM than those that measure.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
public class RestoreBenchmark {

    /** The system property that names the work directory. */
    static final String WORK = "rescale.bench.work";

    @Param({"256"})
    private int mib;

    @Param({"4->2", "4->8", "4->6", "4->3"})
    private String rescale;

    private RestoreTask task;
    private byte[] firstKey;
    private Path place;
    private long writtenBefore;
    private HostDatabase restored;

    /** For JMH. */
    public RestoreBenchmark() {}

    /** Looks up what is restored. */
    @Setup(Level.Trial)
    public void findSources() {
        String work = System.getProperty(WORK);
        if (work == null) {
            throw new IllegalStateException("the system property " + WORK + " was expected to name the work directory");
        }
        task = new SourceState(Path.of(work), mib, SourceState.SST_BYTES).find(RescaleCase.parse(rescale));
        firstKey = StateKeys.key(task.range().first(), 0);
        place = Path.of(work, "restored");
    }

    /**
     * Has everything written back, so that no restore pays for what was before it.
     *
     * @throws IOException if the last restore's files cannot be removed
     * @throws InterruptedException if that is stopped
     */
    @Setup(Level.Iteration)
    public void begin() throws IOException, InterruptedException {
        Directories.delete(place);
        new ProcessBuilder("sync").inheritIO().start().waitFor();
        writtenBefore = WrittenBytes.now();
    }

    /**
     * See {@link Strategy#WRITE_BATCH}.
     *
     * @return the first key's value
     * @throws IOException if files cannot be read or written
     * @throws RocksDBException as RocksDB says
     */
    @Benchmark
    public byte[] writeBatch() throws IOException, RocksDBException {
        return restore(Strategy.WRITE_BATCH);
    }

    /**
     * See {@link Strategy#SST_FILE_WRITER}.
     *
     * @return the first key's value
     * @throws IOException if files cannot be read or written
     * @throws RocksDBException as RocksDB says
     */
    @Benchmark
    public byte[] sstFileWriter() throws IOException, RocksDBException {
        return restore(Strategy.SST_FILE_WRITER);
    }

    /**
     * See {@link Strategy#DELETE_RANGE}.
     *
     * @return the first key's value
     * @throws IOException if files cannot be read or written
     * @throws RocksDBException as RocksDB says
     */
    @Benchmark
    public byte[] deleteRange() throws IOException, RocksDBException {
        return restore(Strategy.DELETE_RANGE);
    }

    /**
     * See {@link Strategy#IMPORT_AND_CLIP}.
     *
     * @return the first key's value
     * @throws IOException if files cannot be read or written
     * @throws RocksDBException as RocksDB says
     */
    @Benchmark
    public byte[] importAndClip() throws IOException, RocksDBException {
        return restore(Strategy.IMPORT_AND_CLIP);
    }

    /**
     * See {@link Strategy#IMPORT_AND_DELETE_RANGE}.
     *
     * @return the first key's value
     * @throws IOException if files cannot be read or written
     * @throws RocksDBException as RocksDB says
     */
    @Benchmark
    public byte[] importAndDeleteRange() throws IOException, RocksDBException {
        return restore(Strategy.IMPORT_AND_DELETE_RANGE);
    }

    /**
     * See {@link Strategy#RESCALE}.
     *
     * @return the first key's value
     * @throws IOException if files cannot be read or written
     * @throws RocksDBException as RocksDB says
     */
    @Benchmark
    public byte[] rescale() throws IOException, RocksDBException {
        return restore(Strategy.RESCALE);
    }

    private byte[] restore(Strategy strategy) throws IOException, RocksDBException {
        restored = strategy.restore(task, place);
        byte[] value = restored.db().get(restored.state(), firstKey);
        if (value == null) {
            throw new WrongResultException(strategy.benchmark() + ": the first key was expected, nothing found");
        }
        return value;
    }

    /**
     * Counts what was restored, and closes it.
     *
     * @param costs gets the counts
     * @throws IOException if files cannot be looked at
     * @throws RocksDBException as RocksDB says
     */
    @TearDown(Level.Iteration)
    public void end(RestoreCosts costs) throws IOException, RocksDBException {
        costs.bytesWritten = WrittenBytes.now() - writtenBefore;
        try (HostDatabase database = restored;
                FlushOptions flush = new FlushOptions()) {
            database.db().flush(flush, database.state());
            LiveFiles.count(database, task.sources(), costs);
        }
        restored = null;
        Directories.delete(place);
    }
}
