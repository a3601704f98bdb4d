// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file on another machine, used by one thread at a time. */
public interface RemoteFile extends Closeable {

    /**
     * Its size. Asked before anything is read; need not open a connection.
     *
     * @return bytes
     * @throws IOException if it is not known
     */
    long size() throws IOException;

    /**
     * Fills a buffer. There are a few large reads a file: one of its end, some in the middle, then one after the other
     * from the first byte that is kept to the last.
     *
     * @param position offset in the file; the file reaches at least to the end of what is asked for
     * @param target has room for what is wanted; must not be kept
     * @throws IOException if not all of it can be read
     */
    void read(long position, ByteBuffer target) throws IOException;
}
