// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a restore costs beside its time, for JMH: each field is a secondary metric. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class RestoreCosts {

    /** Bytes that this process wrote meanwhile. */
    public long bytesWritten;

    /** Bytes of the new database's SSTs that are a source's as well. */
    public long bytesLinked;

    /** Bytes of its other SSTs, with what was in memory: what the next incremental checkpoint has to store. */
    public long newBytes;

    /** All its SSTs. */
    public long files;

    /** For JMH. */
    public RestoreCosts() {}
}
