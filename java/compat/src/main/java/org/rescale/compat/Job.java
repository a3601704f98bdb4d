// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** A job of several {@link Task}s: one checkpoint directory each, and the model of all of them. */
final class Job {

    /** Name of the model's file beside the checkpoints. */
    static final String MODEL_FILE = "model";

    private final Profile profile;
    private final StateKeys keys;
    private final Values values;
    private final int parallelism;

    Job(Profile profile, StateKeys keys, Values values, int parallelism) {
        if (parallelism < 1 || parallelism > keys.keyGroups().maxParallelism()) {
            throw new IllegalArgumentException("parallelism must be 1 to the maximum, not " + parallelism);
        }
        this.profile = profile;
        this.keys = keys;
        this.values = values;
        this.parallelism = parallelism;
    }

    /**
     * Writes {@code out/0 .. out/N-1} and {@code out/model}.
     *
     * @param out created if need be; must not hold a model yet
     * @return number of live keys of all tasks
     */
    int write(Path out) throws RocksDBException, IOException {
        Path modelFile = out.resolve(MODEL_FILE);
        if (Files.exists(modelFile)) {
            throw new FileAlreadyExistsException(modelFile.toString());
        }
        Files.createDirectories(out);
        Model all = new Model();
        for (int index = 0; index < parallelism; index++) {
            all.addDisjoint(writeTask(index, out));
        }
        ModelFile.write(all, modelFile);
        return all.keyCount();
    }

    private Model writeTask(int index, Path out) throws RocksDBException, IOException {
        KeyGroupRange range = keys.keyGroups().rangeOf(index, parallelism);
        Path work = out.resolve("work-" + index);
        try {
            return new Task(profile, new Workload(keys, range, values)).run(work, out.resolve(String.valueOf(index)));
        } finally {
            Directories.delete(work);
        }
    }
}
