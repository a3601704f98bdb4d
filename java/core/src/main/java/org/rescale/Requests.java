// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.file.Path;
import java.util.List;

/** The messages that {@code jni/requests.cc} reads. */
final class Requests {

    /** Stands for all subtasks. */
    static final int ALL = -1;

    private Requests() {}

    static byte[] plan(List<StateHandle> sources, int parallelism, int subtask, Rescaler.Builder options) {
        return job(sources, parallelism, subtask, options)
                .writeInt(options.threads)
                .toBytes();
    }

    static byte[] run(
            List<StateHandle> sources, int parallelism, int subtask, Path out, Rescaler.Builder options) {
        MessageWriter message = job(sources, parallelism, subtask, options).writePath(out);
        return writeOptions(message, options).toBytes();
    }

    static byte[] clip(StateHandle source, KeyGroupRange range, Path out, Rescaler.Builder options) {
        MessageWriter message = writeSource(new MessageWriter(), source)
                .writeInt(options.maxParallelism)
                .writeRange(range)
                .writePath(out);
        return writeOptions(message, options).toBytes();
    }

    static byte[] ingest(List<Path> directories, Path out, Rescaler.Builder options) {
        MessageWriter message = new MessageWriter().writeInt(directories.size());
        directories.forEach(message::writePath);
        return writeOptions(message.writePath(out), options).toBytes();
    }

    /** @param range null for none */
    static byte[] verify(Path directory, KeyGroupRange range, List<StateHandle> against, Rescaler.Builder options) {
        MessageWriter message = new MessageWriter().writePath(directory).writeBoolean(range != null);
        if (range != null) {
            message.writeInt(options.maxParallelism).writeRange(range);
        }
        message.writeBoolean(options.deepVerify);
        return writeSources(message, against).writeInt(options.threads).toBytes();
    }

    private static MessageWriter job(
            List<StateHandle> sources, int parallelism, int subtask, Rescaler.Builder options) {
        return writeSources(new MessageWriter(), sources)
                .writeInt(options.maxParallelism)
                .writeInt(parallelism)
                .writeInt(subtask)
                .writeBoolean(options.allowGaps)
                .writeBoolean(options.expectLeftovers);
    }

    private static MessageWriter writeSources(MessageWriter message, List<StateHandle> sources) {
        message.writeInt(sources.size());
        sources.forEach(source -> writeSource(message, source));
        return message;
    }

    private static MessageWriter writeSource(MessageWriter message, StateHandle source) {
        return message.writePath(source.directory()).writeRange(source.range());
    }

    private static MessageWriter writeOptions(MessageWriter message, Rescaler.Builder options) {
        return message.writeBoolean(options.copy)
                .writeInt(options.threads)
                .writeBoolean(options.deepVerify)
                .writeBoolean(options.sync);
    }
}
