// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDB;

/** Loads both native libraries in the order of its arguments, and uses ours; for {@link ForkedJvm}. */
final class LoadOrder {

    private LoadOrder() {}

    /** Arguments: {@code rocksdb} and {@code rescale} in either order, a state directory, an output directory. */
    public static void main(String[] arguments) throws Exception {
        for (String library : List.of(arguments[0], arguments[1])) {
            if (library.equals("rocksdb")) {
                RocksDB.loadLibrary();
            } else {
                NativeLibrary.load();
            }
        }
        rescale(Path.of(arguments[2]), Path.of(arguments[3]));
        System.out.println("done");
    }

    private static void rescale(Path state, Path out) throws Exception {
        List<StateHandle> sources = List.of(new StateHandle(state, KeyGroupRange.all(128)));
        RescaledRestore.builder(Rescaler.builder(128).deepVerify(true).build())
                .sources(sources)
                .subtask(2, 1)
                .directory(out)
                .open()
                .close();
        try {
            Rescaler.builder(128).build().run(sources, 2, 1, out);
            throw new AssertionError("the target is there");
        } catch (TargetUnavailableException e) {
            // As it must be: an error of ours passes beside the other library's exceptions.
        }
    }
}
