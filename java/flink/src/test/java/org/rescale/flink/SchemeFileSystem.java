// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.net.URI;
import java.util.function.Supplier;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Local files under a scheme of their own, {@code scheme:/path}, for tests to change what it does. */
abstract class SchemeFileSystem extends LocalFileSystem {

    private final URI uri;

    SchemeFileSystem(String scheme) {
        uri = URI.create(scheme + ":///");
    }

    @Override
    public final URI getUri() {
        return uri;
    }

    /** How Flink finds one by its scheme. */
    abstract static class Factory implements FileSystemFactory {

        private final String scheme;
        private final Supplier<FileSystem> create;

        Factory(String scheme, Supplier<FileSystem> create) {
            this.scheme = scheme;
            this.create = create;
        }

        @Override
        public final String getScheme() {
            return scheme;
        }

        @Override
        public final FileSystem create(URI uri) {
            return create.get();
        }
    }
}
