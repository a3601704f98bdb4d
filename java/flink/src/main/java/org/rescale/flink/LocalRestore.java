// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.DirectoryStateHandle;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalLocalKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateBackendParametersImpl;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StateBackend.KeyedStateBackendParameters;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.rescale.CancellationToken;
import org.rescale.KeyGroupRange;
import org.rescale.PlanAction;
import org.rescale.PlannedFile;
import org.rescale.RemoteFile;
import org.rescale.RescalePlan;
import org.rescale.RescaledDb;
import org.rescale.Rescaler;
import org.rescale.StateHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One restore of a keyed state backend after a rescale: plans with the sources' MANIFESTs, fetches the SSTs that are
 * taken over whole and not here already, and makes one local database of them and of what is kept of others, which is
 * read where they are stored. Used by one thread; stopped by closing the task's
 * registry of streams or by interrupting that thread. {@link #close()} removes all that is local; Flink has linked the
 * files by then.
 */
final class LocalRestore<K> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalRestore.class);

    private final KeyedStateBackendParameters<K> parameters;
    private final List<RestoreSource> sources = new ArrayList<>();
    private final List<StateHandle> handles = new ArrayList<>();
    private final RestoreMetrics metrics = new RestoreMetrics();
    private final CancellationToken cancellation = new CancellationToken();
    private final LocalDirectory directory;
    private final StateFetcher fetcher;
    private final Closeable canceller;
    /** Stored files that are cut without being fetched, by where they would be. */
    private final Map<Path, StreamStateHandle> remote = new HashMap<>();

    private final int fetchThreads;
    private final int parallelism;
    private final int subtask;

    /** Whether these are the handles of another parallelism, all of a kind that can be rescaled here. */
    static boolean isRescale(KeyedStateBackendParameters<?> parameters) {
        Collection<KeyedStateHandle> handles = parameters.getStateHandles();
        if (handles.isEmpty()) {
            return false;
        }
        if (!handles.stream().allMatch(RestoreSource::isKnown)) {
            return false;
        }
        return handles.size() > 1
                || !handles.iterator().next().getKeyGroupRange().equals(parameters.getKeyGroupRange());
    }

    LocalRestore(KeyedStateBackendParameters<K> parameters, List<File> parents, int fetchThreads) throws IOException {
        this.parameters = parameters;
        this.fetchThreads = fetchThreads;
        TaskInfo task = parameters.getEnv().getTaskInfo();
        parallelism = task.getNumberOfParallelSubtasks();
        subtask = task.getIndexOfThisSubtask();
        directory = LocalDirectory.create(parents);
        fetcher = new StateFetcher(fetchThreads, work -> {
            Thread thread = new Thread(work, "rescale-fetch " + task.getTaskNameWithSubtasks());
            thread.setDaemon(true);
            return thread;
        });
        canceller = this::cancel;
        try {
            parameters.getCancelStreamRegistry().registerCloseable(canceller);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Makes the local database.
     *
     * @return the parameters with one handle, which is good until {@link #close()}
     */
    KeyedStateBackendParameters<K> run() throws IOException, InterruptedException {
        checkRange();
        for (KeyedStateHandle handle : parameters.getStateHandles()) {
            Path fetched = directory.path().resolve("source-" + sources.size());
            RestoreSource source = RestoreSource.of(handle, fetched, fetcher);
            sources.add(source);
            handles.add(source.stateHandle());
        }
        fetch();
        Rescaler rescaler = Rescaler.builder(parameters.getNumberOfKeyGroups())
                .threads(fetchThreads)
                .sync(false) // after a crash of the machine everything is restored again
                .remoteFiles(this::openRemote)
                .allowGaps(true) // a subtask that never had state has no handle
                .expectLeftovers(true) // of Flink's own restores
                .cancellation(cancellation)
                .build();
        planAndFetch(rescaler);
        long start = System.nanoTime();
        RescaledDb db = rescaler.run(handles, parallelism, subtask, directory.path().resolve("target"));
        metrics.ran(db.report(), System.nanoTime() - start);
        metrics.fetched(remote.size(), fetcher.remoteBytes(), 0);
        db.warnings().forEach(warning -> LOG.warn("{}: {}", parameters.getOperatorIdentifier(), warning));
        return new KeyedStateBackendParametersImpl<>(parameters).setStateHandles(List.of(localHandle(db)));
    }

    /** Where Flink should keep the database that it opens: elsewhere it may have to copy the files. */
    File parent() {
        return directory.parent();
    }

    /** Flink has opened the database: tells how it went. */
    void opened(long nanos) {
        metrics.opened(nanos);
        metrics.register(parameters.getMetricGroup());
        metrics.addTo(parameters.getCustomInitializationMetrics());
        LOG.info(
                "rescaled restore of {} to {} from {} handles, {} of them local: {}",
                parameters.getOperatorIdentifier(),
                parameters.getKeyGroupRange(),
                sources.size(),
                sources.stream().filter(RestoreSource::isLocal).count(),
                metrics);
    }

    /** Does not throw: the backend that Flink has opened by then is good without it. */
    @Override
    public void close() {
        parameters.getCancelStreamRegistry().unregisterCloseable(canceller);
        fetcher.close();
        try {
            directory.close();
        } catch (IOException e) {
            LOG.warn("cannot remove {}: remove it by hand", directory.path(), e);
        }
    }

    private void cancel() {
        cancellation.cancel();
        fetcher.stop();
    }

    private void checkRange() throws IOException {
        KeyGroupRange expected = KeyGroupRange.ofSubtask(parameters.getNumberOfKeyGroups(), parallelism, subtask);
        if (!expected.equals(RestoreSource.range(parameters.getKeyGroupRange()))) {
            throw new IOException("subtask " + subtask + " of " + parallelism + " should own " + expected + ", not "
                    + parameters.getKeyGroupRange());
        }
    }

    private void planAndFetch(Rescaler rescaler) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (RescalePlan plan = rescaler.plan(handles, parallelism, subtask)) {
            for (PlannedFile file : plan.files(0)) {
                if (file.action() != PlanAction.SKIP) {
                    getReady(file);
                }
            }
            metrics.planned(System.nanoTime() - start);
            if (LOG.isDebugEnabled()) {
                LOG.debug("plan for {}:\n{}", parameters.getOperatorIdentifier(), plan.toText());
            }
        }
        fetch();
    }

    /** Whole files are fetched; of files that are cut, only what is kept is read, when they are cut. */
    private void getReady(PlannedFile file) throws IOException {
        RestoreSource source = sources.get(file.source().source());
        if (source.isLocal()) {
            return;
        }
        String name = file.source().fileName();
        if (file.action() == PlanAction.TRIM) {
            remote.put(source.path(name).toAbsolutePath(), source.stored(name)); // as it is asked for
        } else {
            fetcher.add(source.stored(name), source.path(name));
        }
    }

    private RemoteFile openRemote(Path path) {
        StreamStateHandle stored = remote.get(path);
        return stored == null ? null : fetcher.remote(stored);
    }

    private void fetch() throws IOException, InterruptedException {
        int files = fetcher.pending();
        long start = System.nanoTime();
        long bytes = fetcher.fetch();
        metrics.fetched(files, bytes, System.nanoTime() - start);
    }

    private IncrementalLocalKeyedStateHandle localHandle(RescaledDb db) throws IOException {
        StreamStateHandle meta = StateMeta.describing(
                db.columnFamilies(),
                sources.stream().map(RestoreSource::meta).collect(Collectors.toList()),
                parameters.getEnv().getUserCodeClassLoader().asClassLoader());
        return new IncrementalLocalKeyedStateHandle(
                UUID.randomUUID(),
                sources.get(0).checkpointId(),
                DirectoryStateHandle.forPathWithSize(db.directory()),
                parameters.getKeyGroupRange(),
                meta,
                reusable(db));
    }

    /** What the next checkpoint need not upload: whole files, in storage that a later checkpoint can refer to. */
    private List<HandleAndLocalPath> reusable(RescaledDb db) {
        List<HandleAndLocalPath> files = new ArrayList<>();
        db.identicalFiles().forEach((source, name) -> {
            StreamStateHandle handle = sources.get(source.source()).reusable(source.fileName());
            if (handle != null) {
                files.add(HandleAndLocalPath.of(handle, name));
            }
        });
        return files;
    }
}
