// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rescale.compat.Profile.Habit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import org.rocksdb.RocksDBException;

/**
 * One task of a job: writes its database in rounds and takes a checkpoint of it.
 *
 * <p>Unless the profile says otherwise, rounds 0 to 2 end on level 4, rounds 3 and 4 on level 2, and the others, with
 * a file of range tombstones only, in level 0.
 */
final class Task {

    private static final int LAST_ROUND_ON_LEVEL_4 = 2;
    private static final int LAST_ROUND_ON_LEVEL_2 = 4;
    private static final int VERSIONS_A_ROUND = 12;

    private final Profile profile;
    private final Workload workload;
    private final Model model = new Model();

    Task(Profile profile, Workload workload) {
        this.profile = profile;
        this.workload = workload;
    }

    /**
     * Runs the task.
     *
     * @param work directory for the live database, must not exist; left behind for the caller to remove
     * @param checkpoint must not exist
     * @return what the checkpoint must hold
     * @throws IllegalArgumentException if this RocksDB version cannot write the profile
     */
    Model run(Path work, Path checkpoint) throws RocksDBException, IOException {
        try (TaskDatabase db = new TaskDatabase(work, profile)) {
            StateWriter writer = new TeeStateWriter(db, model);
            begin(db, writer);
            for (int round = 0; round < KeyLife.ROUNDS; round++) {
                writeRound(round, db, writer);
            }
            if (!profile.has(Habit.LIVE_WAL)) {
                db.checkpoint(checkpoint);
            }
        }
        if (profile.has(Habit.LIVE_WAL)) {
            // Checkpoint.create would flush; a closed database keeps its log.
            Directories.copy(work, checkpoint, name -> name.matches("CURRENT|(MANIFEST|OPTIONS)-.*|.*\\.(sst|log)"));
        }
        return model;
    }

    private void begin(TaskDatabase db, StateWriter writer) throws RocksDBException, IOException {
        if (profile.has(Habit.INGESTS)) {
            ingest(0, db);
        }
        if (profile.has(Habit.FOREIGN_KEYS)) {
            workload.writeForeignKeys(writer);
        }
    }

    private void writeRound(int round, TaskDatabase db, StateWriter writer) throws RocksDBException, IOException {
        boolean last = round == KeyLife.ROUNDS - 1;
        workload.writeRound(round, writer);
        workload.deleteRanges(round, writer);
        if (profile.has(Habit.KEEPS_VERSIONS)) {
            writeHotKeys(round, db, writer);
        }
        if (profile.has(Habit.FOREIGN_KEYS) && round == LAST_ROUND_ON_LEVEL_4 + 1) {
            workload.deleteForeignKeys(writer);
        }
        if (last && profile.has(Habit.LIVE_WAL)) {
            return;
        }
        db.flush();
        if (last) {
            writeTombstones(db, writer);
        }
        compact(round, db);
        if (round == LAST_ROUND_ON_LEVEL_4 + 1) {
            db.holdSnapshot();
        }
        if (profile.has(Habit.INGESTS) && (round == LAST_ROUND_ON_LEVEL_2 || round == LAST_ROUND_ON_LEVEL_2 + 2)) {
            ingest(round, db);
        }
    }

    private void writeHotKeys(int round, TaskDatabase db, StateWriter writer) throws RocksDBException {
        for (int i = 0; i < VERSIONS_A_ROUND; i++) {
            workload.writeHotKeys(1000 + VERSIONS_A_ROUND * round + i, writer);
            db.holdSnapshot();
        }
    }

    private void writeTombstones(TaskDatabase db, StateWriter writer) throws RocksDBException {
        workload.deleteRangesAlone(writer);
        db.flush();
        if (profile.has(Habit.TOMBSTONE_FILES)) {
            workload.deleteKeysAlone(writer);
            db.flush();
        }
    }

    private void compact(int round, TaskDatabase db) throws RocksDBException {
        if (profile.has(Habit.NO_COMPACTION) || profile.has(Habit.AUTOMATIC_COMPACTION)) {
            return;
        }
        if (round == LAST_ROUND_ON_LEVEL_4) {
            db.compactLevel0To(4);
        } else if (round == LAST_ROUND_ON_LEVEL_2) {
            db.compactLevel0To(2);
        }
    }

    private void ingest(int time, TaskDatabase db) throws RocksDBException, IOException {
        for (StateColumn column : StateColumn.values()) {
            SortedMap<byte[], byte[]> entries = workload.externalEntries(column, time);
            if (!entries.isEmpty()) {
                db.ingest(column, entries);
                applyToModel(column, entries);
            }
        }
    }

    private void applyToModel(StateColumn column, SortedMap<byte[], byte[]> entries) {
        for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
            if (entry.getValue() == null) {
                model.delete(column, entry.getKey());
            } else {
                model.put(column, entry.getKey(), entry.getValue());
            }
        }
    }
}
