// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.util.concurrent.Callable;
import org.rocksdb.RocksDB;
import picocli.CommandLine.Command;

/** Prints the version of the RocksDB in use, such as {@code 8.10.0}. */
@Command(name = "version", description = "Print the RocksDB version in use.")
final class VersionCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        System.out.println(RocksDB.rocksdbVersion());
        return 0;
    }
}
