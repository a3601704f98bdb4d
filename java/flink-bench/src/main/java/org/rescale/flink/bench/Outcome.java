// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink.bench;


import java.util.Locale;

/** What one restore cost, and the first checkpoint after it. */
final class Outcome {

    static final String CSV_HEADER = "strategy,from,to,round,until_running_s,longest_task_s,all_tasks_s,fetched_bytes,"
            + "local_bytes,state_bytes,checkpoint_bytes,uploaded_bytes,checkpoint_s,accesses_per_s";

    /** From the submission until every subtask runs. */
    double untilRunning;

    /** Flink's own measure of how long the subtasks initialized their state: the longest. */
    double longestTask;

    /** And of all of them together. */
    double allTasks;

    /** Read from the store until then. */
    long fetched;

    /** On the local disk then. */
    long local;

    /** The first checkpoint: what it refers to. */
    long state;

    /** And what Flink says was written for it. */
    long checkpointed;

    /** And what was written to the store, its metadata included. */
    long uploaded;

    /** And how long it took. */
    double checkpoint;

    /** Reads and writes of accounts as fast as that goes, afterwards. */
    double accessesPerSecond;

    String csv(String strategy, int from, int to, int round) {
        return String.format(
                Locale.ROOT,
                "%s,%d,%d,%d,%.3f,%.3f,%.3f,%d,%d,%d,%d,%d,%.3f,%.0f",
                strategy,
                from,
                to,
                round,
                untilRunning,
                longestTask,
                allTasks,
                fetched,
                local,
                state,
                checkpointed,
                uploaded,
                checkpoint,
                accessesPerSecond);
    }
}
