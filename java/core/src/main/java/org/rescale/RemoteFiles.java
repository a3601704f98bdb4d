// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.IOException;
import java.nio.file.Path;

/** Files that are not on this machine, under the paths that they would have here. */
@FunctionalInterface
public interface RemoteFiles {

    /**
     * Opens a file. Called from several threads at once, and more than once for a file; what it throws ends the
     * operation.
     *
     * @param file where it would be
     * @return the file, which the native library closes; null if it is no remote one and has to be at that path
     * @throws IOException if it cannot be opened
     */
    RemoteFile open(Path file) throws IOException;
}
