// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/** Calls every native function, with good and bad input, without RocksDB; for {@link ForkedJvm}. */
final class NativeUse {

    private NativeUse() {}

    /** Arguments: a state directory of 128 key groups, an output directory. */
    public static void main(String[] arguments) throws Exception {
        List<StateHandle> sources = List.of(new StateHandle(Path.of(arguments[0]), KeyGroupRange.all(128)));
        Path out = Path.of(arguments[1]);
        Rescaler rescaler = Rescaler.builder(128)
                .progress(progress -> System.out.println(progress))
                .cancellation(new CancellationToken())
                .build();
        try (RescalePlan plan = rescaler.plan(sources, 3)) {
            System.out.println(plan.toText().length() + plan.toJson().length() + plan.toSvg().length());
            System.out.println(plan.files(2).size());
        }
        rescaler.run(sources, 3, out);
        runRemote(sources, out.resolve("remote"));
        rescaler.verify(out.resolve("0"), KeyGroupRange.ofSubtask(128, 3, 0), sources);
        rescaler.clip(sources.get(0), KeyGroupRange.of(3, 5), out.resolve("clipped"));
        rescaler.ingest(List.of(out.resolve("1"), out.resolve("2")), out.resolve("merged"));
        throwInside();
        expectFailure(() -> rescaler.run(sources, 3, out));
        expectFailure(() -> rescaler.plan(List.of(), 3));
        expectFailure(() -> rescaler.verify(out.resolve("none")));
        CancellationToken cancelled = new CancellationToken();
        Rescaler stopping = Rescaler.builder(128)
                .progress(progress -> cancelled.cancel())
                .cancellation(cancelled)
                .build();
        expectFailure(() -> {
            stopping.run(sources, 128, out.resolve("many"));
            throw new RescaleException(StatusCode.CANCELLED, "it was too fast to be cancelled", null, -1);
        });
        System.out.println("done");
    }

    /** With files that are read by Java, in native threads: well, and not. */
    private static void runRemote(List<StateHandle> sources, Path out) throws RescaleException {
        Rescaler.builder(128).threads(3).remoteFiles(NativeUse::open).build().run(sources, 3, out);
        RemoteFiles failing = path -> {
            throw new IOException("no " + path.getFileName());
        };
        expectFailure(() -> Rescaler.builder(128)
                .threads(3)
                .remoteFiles(failing)
                .build()
                .run(sources, 3, out.resolveSibling("failed")));
    }

    private static RemoteFile open(Path path) throws IOException {
        if (!path.toString().endsWith(".sst")) {
            return null;
        }
        FileChannel channel = FileChannel.open(path);
        return new RemoteFile() {
            @Override
            public long size() throws IOException {
                return channel.size();
            }

            @Override
            public void read(long position, ByteBuffer target) throws IOException {
                while (target.hasRemaining()) {
                    channel.read(target, position + target.position());
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    private static void throwInside() throws RescaleException {
        try {
            NativeLibrary.throwInside(0);
            throw new AssertionError("no exception");
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        for (int kind = 1; kind <= 2; kind++) {
            int thrown = kind;
            expectFailure(() -> {
                NativeLibrary.throwInside(thrown);
                return null;
            });
        }
    }

    @FunctionalInterface
    private interface Call {
        Object apply() throws RescaleException;
    }

    private static void expectFailure(Call call) {
        try {
            call.apply();
        } catch (RescaleException | IllegalArgumentException e) {
            System.out.println(e.getMessage());
            return;
        }
        throw new AssertionError("it went well");
    }
}
