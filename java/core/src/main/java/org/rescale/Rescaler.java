// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The operations: turns the state handles of some subtasks into the databases of others. Immutable and thread-safe;
 * operations may run side by side.
 *
 * <p>Sources are never changed. Everything is written beside its place, checked, synced, and appears at the end; after
 * a failure or a cancellation nothing is left. Every operation throws
 *
 * <ul>
 *   <li>{@link IllegalArgumentException} if the question makes no sense, such as ranges that overlap;
 *   <li>{@link UnsupportedStateException}, {@link UnsupportedPlatformException}, {@link CorruptStateException},
 *       {@link TargetUnavailableException} or {@link RescaleException}, as these say;
 *   <li>{@link RescaleCancelledException} if the {@link CancellationToken} was cancelled, or the calling thread is or
 *       gets interrupted, whose interrupt status then stays set. An operation that was at its end by then returns its
 *       result, and the interrupt status is set all the same.
 * </ul>
 */
public final class Rescaler {

    private final Builder options;

    private Rescaler(Builder options) {
        this.options = options;
    }

    /**
     * Options to begin with: all cores, hard links, no deep check.
     *
     * @param maxParallelism the job's max parallelism, which never changes
     * @return a builder
     * @throws IllegalArgumentException unless max parallelism is 1 to 32768
     */
    public static Builder builder(int maxParallelism) {
        return new Builder(KeyGroupRange.checkMaxParallelism(maxParallelism));
    }

    /**
     * The max parallelism it was built with.
     *
     * @return 1 to 32768
     */
    public int maxParallelism() {
        return options.maxParallelism;
    }

    /**
     * Plans all subtasks of the new job. Reads only CURRENT, MANIFEST and OPTIONS of each source.
     *
     * @param sources the old subtasks' state
     * @param parallelism of the new job
     * @return the plan, which the caller closes
     * @throws RescaleException as the class says
     */
    public RescalePlan plan(List<StateHandle> sources, int parallelism) throws RescaleException {
        KeyGroupRange.checkParallelism(options.maxParallelism, parallelism);
        return planTargets(sources, parallelism, Requests.ALL);
    }

    /**
     * Plans one subtask of the new job. Reads only CURRENT, MANIFEST and OPTIONS of each source.
     *
     * @param sources the state of the old subtasks that overlap the new one, or of more
     * @param parallelism of the new job
     * @param subtask index in the new job
     * @return the plan, which the caller closes
     * @throws RescaleException as the class says
     */
    public RescalePlan plan(List<StateHandle> sources, int parallelism, int subtask) throws RescaleException {
        KeyGroupRange.ofSubtask(options.maxParallelism, parallelism, subtask);
        return planTargets(sources, parallelism, subtask);
    }

    /**
     * Writes the databases of all subtasks of the new job.
     *
     * @param sources the old subtasks' state
     * @param parallelism of the new job
     * @param out gets a directory for each subtask, named by its index; made if missing
     * @return one database for each subtask, in their order
     * @throws RescaleException as the class says
     */
    public List<RescaledDb> run(List<StateHandle> sources, int parallelism, Path out) throws RescaleException {
        KeyGroupRange.checkParallelism(options.maxParallelism, parallelism);
        return runTargets(Requests.run(sources, parallelism, Requests.ALL, out, options));
    }

    /**
     * Writes the database of one subtask of the new job.
     *
     * @param sources the state of the old subtasks that overlap the new one, or of more
     * @param parallelism of the new job
     * @param subtask index in the new job
     * @param out gets a directory named by the subtask's index; made if missing
     * @return the database
     * @throws RescaleException as the class says
     */
    public RescaledDb run(List<StateHandle> sources, int parallelism, int subtask, Path out) throws RescaleException {
        KeyGroupRange.ofSubtask(options.maxParallelism, parallelism, subtask);
        return runTargets(Requests.run(sources, parallelism, subtask, out, options))
                .get(0);
    }

    /**
     * Writes the part of one handle that lies in a range.
     *
     * @param source the state
     * @param range what to keep; cut to what the source owns
     * @param out becomes the database directory; must not exist
     * @return the database
     * @throws RescaleException as the class says
     */
    public RescaledDb clip(StateHandle source, KeyGroupRange range, Path out) throws RescaleException {
        return write("clip", NativeOperations::clip, Requests.clip(source, range, out, options))
                .get(0);
    }

    /**
     * Merges databases whose keys do not overlap, without cutting anything.
     *
     * @param directories the databases; options and file numbers follow the first
     * @param out becomes the database directory; must not exist
     * @return the database
     * @throws RescaleException as the class says
     */
    public RescaledDb ingest(List<Path> directories, Path out) throws RescaleException {
        return write("ingest", NativeOperations::ingest, Requests.ingest(directories, out, options))
                .get(0);
    }

    /**
     * Checks a database directory without opening or changing it; with {@link Builder#deepVerify} reads everything.
     *
     * @param directory the database
     * @return what was looked at
     * @throws RescaleException as the class says; {@link CorruptStateException} with the first fault
     */
    public VerifyReport verify(Path directory) throws RescaleException {
        return verifyRequest(Requests.verify(directory, null, List.of(), options));
    }

    /**
     * Checks that a database directory holds only keys of a range.
     *
     * @param directory the database
     * @param range what it may hold
     * @return what was looked at
     * @throws RescaleException as the class says; {@link CorruptStateException} with the first fault
     */
    public VerifyReport verify(Path directory, KeyGroupRange range) throws RescaleException {
        return verifyRequest(Requests.verify(directory, range, List.of(), options));
    }

    /**
     * Proves that a database directory holds exactly what its sources hold in a range. Reads everything.
     *
     * @param directory the database
     * @param range what it should hold
     * @param sources what it was made of
     * @return what was looked at
     * @throws RescaleException as the class says; {@link CorruptStateException} with the first difference
     */
    public VerifyReport verify(Path directory, KeyGroupRange range, List<StateHandle> sources)
            throws RescaleException {
        return verifyRequest(Requests.verify(directory, range, sources, options));
    }

    private RescalePlan planTargets(List<StateHandle> sources, int parallelism, int subtask) throws RescaleException {
        byte[] request = Requests.plan(sources, parallelism, subtask, options);
        long plan = NativeCall.run("plan", null, options.cancellation, call -> NativeOperations.plan(call, request));
        return new RescalePlan(plan);
    }

    private List<RescaledDb> runTargets(byte[] request) throws RescaleException {
        if (options.remoteFiles == null) {
            return write("run", (call, message) -> NativeOperations.run(call, message, null), request);
        }
        RemoteReads reads = new RemoteReads(options.remoteFiles);
        try {
            return write("run", (call, message) -> NativeOperations.run(call, message, reads), request);
        } catch (RescaleException e) {
            reads.firstFailure().ifPresent(e::addSuppressed);
            throw e;
        }
    }

    private VerifyReport verifyRequest(byte[] request) throws RescaleException {
        byte[] reply = NativeCall.run(
                "verify", options.progress, options.cancellation, call -> NativeOperations.verify(call, request));
        return new VerifyReport(new MessageReader(reply));
    }

    private List<RescaledDb> write(String name, Operation operation, byte[] request) throws RescaleException {
        byte[] reply = NativeCall.run(
                name, options.progress, options.cancellation, call -> operation.apply(call, request));
        return new MessageReader(reply).list(RescaledDb::new);
    }

    @FunctionalInterface
    private interface Operation {
        byte[] apply(long call, byte[] request) throws RescaleException;
    }

    /** Options of a {@link Rescaler}. Not thread-safe; may be used again after {@link #build()}. */
    public static final class Builder {

        final int maxParallelism;
        int threads;
        boolean copy;
        boolean allowGaps;
        boolean expectLeftovers;
        boolean deepVerify;
        boolean sync = true;
        RemoteFiles remoteFiles;
        Consumer<RescaleProgress> progress;
        CancellationToken cancellation;

        private Builder(int maxParallelism) {
            this.maxParallelism = maxParallelism;
        }

        private Builder(Builder other) {
            maxParallelism = other.maxParallelism;
            threads = other.threads;
            copy = other.copy;
            allowGaps = other.allowGaps;
            expectLeftovers = other.expectLeftovers;
            deepVerify = other.deepVerify;
            sync = other.sync;
            remoteFiles = other.remoteFiles;
            progress = other.progress;
            cancellation = other.cancellation;
        }

        /**
         * How many native threads an operation uses.
         *
         * @param threads 0 for one a core, the default
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder threads(int threads) {
            if (threads < 0) {
                throw new IllegalArgumentException("threads must not be negative: " + threads);
            }
            this.threads = threads;
            return this;
        }

        /**
         * Whether whole SSTs are copied. By default they are hard-linked, and copied only where that is not possible.
         *
         * @param copy true to copy
         * @return this
         */
        public Builder copy(boolean copy) {
            this.copy = copy;
            return this;
        }

        /**
         * Whether key groups that no source owns have no state, as those of a subtask that never had any. By default they
         * are an {@link IllegalArgumentException}, since a source may have been forgotten.
         *
         * @param allowGaps true to take them for empty
         * @return this
         */
        public Builder allowGaps(boolean allowGaps) {
            this.allowGaps = allowGaps;
            return this;
        }

        /**
         * Whether sources may have keys outside of what they own without a warning, as stream processors leave them there
         * when they rescale by themselves. They are left out in any case.
         *
         * @param expectLeftovers true if the ranges of the sources are known for sure
         * @return this
         */
        public Builder expectLeftovers(boolean expectLeftovers) {
            this.expectLeftovers = expectLeftovers;
            return this;
        }

        /**
         * Whether every check reads everything: block checksums, order, counts, filters. The invariants of the MANIFEST
         * and the sizes of all files are checked in any case.
         *
         * @param deepVerify true to read everything
         * @return this
         */
        public Builder deepVerify(boolean deepVerify) {
            this.deepVerify = deepVerify;
            return this;
        }

        /**
         * Whether what is written is made durable before it appears, which is the default. Without, a crash of the
         * machine may take or damage it, as it may what RocksDB has not synced: for databases that are made anew then.
         *
         * @param sync false to leave it to the system
         * @return this
         */
        public Builder sync(boolean sync) {
            this.sync = sync;
            return this;
        }

        /**
         * Where SSTs are that are not in their handle's directory. Only those that have to be cut are looked for there
         * by {@code run}: of each, its end and the blocks that are kept are read, once. Files that are taken over whole,
         * and those that are no SSTs, have to be in the directory.
         *
         * @param remoteFiles where; null for nowhere
         * @return this
         */
        public Builder remoteFiles(RemoteFiles remoteFiles) {
            this.remoteFiles = remoteFiles;
            return this;
        }

        /**
         * Who is told how far an operation is: several times a second, and once at its end. Called in the thread that
         * called the operation. What it throws cancels the operation, and is thrown to the caller. What its last call
         * throws comes after the end: the result is then there.
         *
         * @param progress the listener; null for none
         * @return this
         */
        public Builder progress(Consumer<RescaleProgress> progress) {
            this.progress = progress;
            return this;
        }

        /**
         * What stops operations from another thread.
         *
         * @param cancellation the token; null for none
         * @return this
         */
        public Builder cancellation(CancellationToken cancellation) {
            this.cancellation = cancellation;
            return this;
        }

        /**
         * Makes the rescaler.
         *
         * @return a rescaler with these options
         */
        public Rescaler build() {
            return new Rescaler(new Builder(this));
        }
    }
}
