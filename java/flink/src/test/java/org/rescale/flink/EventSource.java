// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Emits what the test puts into {@link #QUEUE}; has no splits and no state. */
final class EventSource implements Source<Event, EventSource.NoSplit, Integer> {

    static final Queue<Event> QUEUE = new ConcurrentLinkedQueue<>();

    private static final long serialVersionUID = 1;

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, NoSplit> createReader(SourceReaderContext context) {
        return new Reader();
    }

    @Override
    public SplitEnumerator<NoSplit, Integer> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
        return new Enumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, Integer> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, Integer checkpoint) {
        return new Enumerator();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new Serializer<>(new NoSplit());
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new Serializer<>(0);
    }

    static final class NoSplit implements SourceSplit {
        @Override
        public String splitId() {
            return "none";
        }
    }

    private static final class Reader implements SourceReader<Event, NoSplit> {
        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Event> output) throws InterruptedException {
            Event event = QUEUE.poll();
            if (event == null) {
                Thread.sleep(1);
                return InputStatus.NOTHING_AVAILABLE;
            }
            output.collect(event);
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<NoSplit> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void addSplits(List<NoSplit> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final class Enumerator implements SplitEnumerator<NoSplit, Integer> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Integer snapshotState(long checkpointId) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class Serializer<T> implements SimpleVersionedSerializer<T> {
        private final T only;

        Serializer(T only) {
            this.only = only;
        }

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T value) {
            return ByteBuffer.allocate(1).array();
        }

        @Override
        public T deserialize(int version, byte[] bytes) {
            return only;
        }
    }
}
