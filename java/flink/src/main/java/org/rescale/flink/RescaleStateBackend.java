// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.File;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.state.AsyncKeyedStateBackend;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.ConfigurableStateBackend;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.rescale.CorruptStateException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's RocksDB state backend, except for the restore after a change of parallelism from incremental checkpoints (or
 * native savepoints). Then the handles are turned into one local database that holds exactly this subtask's key groups,
 * and Flink restores from that as if nothing had been rescaled: nothing is copied into another database, and the next
 * checkpoint re-uses the files that were taken over whole.
 *
 * <p>Everything else is Flink's, unchanged: checkpoints, operator state, restores at the same parallelism, canonical
 * savepoints. So is, after a warning with the reason, what the rescale does not do or fails at (see
 * {@link RescaleOptions#ON_FAILURE}): databases that use what the native library does not know, platforms it does not
 * run on. Only where a checkpoint is damaged in a way that Flink may not notice does the task fail in any case.
 */
public final class RescaleStateBackend implements ConfigurableStateBackend {

    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(RescaleStateBackend.class);

    /** Flink's RocksDB state backend. */
    private final StateBackend delegate;

    /** What happens when the rescale goes wrong. */
    private final OnFailure onFailure;

    /** How many files to fetch at the same time. */
    private final int fetchThreads;

    /** Makes a delegate with the same settings. Null when it has come over the wire, until Flink configures it here. */
    private final transient Callable<StateBackend> twins;

    RescaleStateBackend(
            StateBackend delegate, Callable<StateBackend> twins, OnFailure onFailure, int fetchThreads) {
        this.delegate = delegate;
        this.twins = twins;
        this.onFailure = onFailure;
        this.fetchThreads = fetchThreads;
    }

    @Override
    public RescaleStateBackend configure(ReadableConfig config, ClassLoader classLoader) {
        ConfigurableStateBackend original = (ConfigurableStateBackend) delegate;
        return new RescaleStateBackend(
                original.configure(config, classLoader),
                () -> original.configure(config, classLoader),
                RescaleOptions.onFailure(config),
                RescaleOptions.fetchThreads(config));
    }

    @Override
    public <K> CheckpointableKeyedStateBackend<K> createKeyedStateBackend(KeyedStateBackendParameters<K> parameters)
            throws Exception {
        if (!LocalRestore.isRescale(parameters)) {
            return delegate.createKeyedStateBackend(parameters);
        }
        Throwable failure;
        List<File> directories = RocksDbBackend.directories(delegate, parameters.getEnv());
        try (LocalRestore<K> restore = new LocalRestore<>(parameters, directories, fetchThreads)) {
            KeyedStateBackendParameters<K> rescaled = restore.run();
            StateBackend opener = directories.size() == 1 ? delegate : delegateIn(restore.parent());
            long start = System.nanoTime();
            CheckpointableKeyedStateBackend<K> backend = opener.createKeyedStateBackend(rescaled);
            restore.opened(System.nanoTime() - start);
            return backend;
        } catch (Exception | LinkageError e) {
            failure = e;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (Thread.currentThread().isInterrupted() || parameters.getCancelStreamRegistry().isClosed()) {
            throw asException(failure);
        }
        if (onFailure == OnFailure.FAIL) {
            throw new IllegalStateException(
                    message(parameters, failure) + "; the task fails because " + RescaleOptions.ON_FAILURE.key()
                            + " is fail",
                    failure);
        }
        if (isPerhapsMissedByFlink(failure)) {
            throw new IllegalStateException(
                    message(parameters, failure) + "; the task fails because Flink's own restore may not notice such"
                            + " damage, and would then lose state",
                    failure);
        }
        RestoreMetrics.countFallback(parameters.getMetricGroup());
        LOG.warn("{}; Flink restores in its own way", message(parameters, failure), failure);
        return delegate.createKeyedStateBackend(parameters);
    }

    /**
     * Not called as long as RocksDB's backend has none of its own: Flink then adapts what
     * {@link #createKeyedStateBackend} makes, rescaled restores included.
     */
    @Override
    public <K> AsyncKeyedStateBackend<K> createAsyncKeyedStateBackend(KeyedStateBackendParameters<K> parameters)
            throws Exception {
        return delegate.createAsyncKeyedStateBackend(parameters);
    }

    @Override
    public boolean supportsAsyncKeyedStateBackend() {
        return delegate.supportsAsyncKeyedStateBackend();
    }

    @Override
    public OperatorStateBackend createOperatorStateBackend(OperatorStateBackendParameters parameters)
            throws Exception {
        return delegate.createOperatorStateBackend(parameters);
    }

    @Override
    public boolean useManagedMemory() {
        return delegate.useManagedMemory();
    }

    @Override
    public boolean supportsNoClaimRestoreMode() {
        return delegate.supportsNoClaimRestoreMode();
    }

    @Override
    public boolean supportsSavepointFormat(SavepointFormatType format) {
        return delegate.supportsSavepointFormat(format);
    }

    /** One that has its database where ours is: elsewhere, on another volume, it would copy the files. */
    private StateBackend delegateIn(File directory) throws Exception {
        if (twins == null) {
            return delegate;
        }
        StateBackend twin = twins.call();
        RocksDbBackend.pin(twin, directory);
        return twin;
    }

    /**
     * RocksDB takes what is left of a MANIFEST that was cut for all of it: it opens an older database, or less of one.
     * It does notice when the end of an SST is missing.
     */
    private static boolean isPerhapsMissedByFlink(Throwable failure) {
        return failure instanceof WrongSizeException && !((WrongSizeException) failure).isOfSst()
                || failure instanceof CorruptStateException
                        && ((CorruptStateException) failure).path().orElse("").contains("/MANIFEST-");
    }

    private static String message(KeyedStateBackendParameters<?> parameters, Throwable failure) {
        return "rescaled restore of " + parameters.getOperatorIdentifier() + " to " + parameters.getKeyGroupRange()
                + " failed: " + reason(failure);
    }

    /** What each of the causes adds: Flink's own exceptions say little, the last one of them why. */
    static String reason(Throwable failure) {
        StringBuilder reason = new StringBuilder();
        for (Throwable e = failure; e != null; e = e.getCause()) {
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            if (reason.indexOf(message) < 0) {
                reason.append(reason.length() == 0 ? "" : ": ").append(message);
            }
        }
        return reason.toString();
    }

    private static Exception asException(Throwable failure) {
        if (failure instanceof Exception) {
            return (Exception) failure;
        }
        CancellationException cancelled = new CancellationException("cancelled");
        cancelled.initCause(failure);
        return cancelled;
    }
}
