// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rescale.StateHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** The SSTs of an open database: which are its sources' as well, and which are new. */
final class LiveFiles {

    private LiveFiles() {}

    /** Counts them, with compaction paused meanwhile. */
    static void count(HostDatabase database, List<StateHandle> sources, RestoreCosts costs)
            throws IOException, RocksDBException {
        Set<Object> ofSources = new HashSet<>();
        for (StateHandle source : sources) {
            for (Path file : Directories.files(source.directory())) {
                ofSources.add(attributes(file).fileKey());
            }
        }
        database.db().pauseBackgroundWork();
        try {
            for (LiveFileMetaData file : database.db().getLiveFilesMetaData()) {
                count(attributes(Path.of(file.path(), file.fileName())), ofSources, costs);
            }
        } finally {
            database.db().continueBackgroundWork();
        }
    }

    private static void count(BasicFileAttributes sst, Set<Object> ofSources, RestoreCosts costs) {
        costs.files++;
        if (ofSources.contains(sst.fileKey())) {
            costs.bytesLinked += sst.size();
        } else {
            costs.newBytes += sst.size();
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }
}
