// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the profiles that this RocksDB version can write, one a line. */
@Command(name = "profiles", description = "List the profiles that this RocksDB version can write.")
final class ProfilesCommand implements Callable<Integer> {

    @Option(names = "--all", description = "List all profiles with a summary, whether or not this version can.")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        for (Profile profile : Profiles.all()) {
            if (all) {
                System.out.println(profile.name() + "\t" + profile.summary());
            } else if (FamilyOptions.supports(profile)) {
                System.out.println(profile.name());
            }
        }
        return 0;
    }
}
