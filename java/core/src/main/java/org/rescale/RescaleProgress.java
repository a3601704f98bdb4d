// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** How far an operation is, over all its targets. Only grows, but for the totals, which are set as targets begin. */
public final class RescaleProgress {

    private final String phase;
    private final long filesTotal;
    private final long filesDone;
    private final long bytesTotal;
    private final long bytesLinked;
    private final long bytesCopied;
    private final long bytesRewritten;

    RescaleProgress(MessageReader in) {
        phase = in.string();
        filesTotal = in.longValue();
        filesDone = in.longValue();
        bytesTotal = in.longValue();
        bytesLinked = in.longValue();
        bytesCopied = in.longValue();
        bytesRewritten = in.longValue();
    }

    /**
     * What is being done.
     *
     * @return {@code plan}, {@code write}, {@code verify}, {@code publish}, or empty at the very beginning
     */
    public String phase() {
        return phase;
    }

    /**
     * SSTs to link and to trim.
     *
     * @return a count
     */
    public long filesTotal() {
        return filesTotal;
    }

    /**
     * SSTs done.
     *
     * @return a count
     */
    public long filesDone() {
        return filesDone;
    }

    /**
     * Bytes of the SSTs to link and to trim.
     *
     * @return bytes
     */
    public long bytesTotal() {
        return bytesTotal;
    }

    /**
     * Bytes of hard-linked SSTs.
     *
     * @return bytes
     */
    public long bytesLinked() {
        return bytesLinked;
    }

    /**
     * Bytes of SSTs copied whole, because a link was not possible or not wanted.
     *
     * @return bytes
     */
    public long bytesCopied() {
        return bytesCopied;
    }

    /**
     * Bytes of source SSTs that were trimmed.
     *
     * @return bytes
     */
    public long bytesRewritten() {
        return bytesRewritten;
    }

    /**
     * Bytes done, in whichever way.
     *
     * @return bytes, up to {@link #bytesTotal()}
     */
    public long bytesDone() {
        return bytesLinked + bytesCopied + bytesRewritten;
    }

    @Override
    public String toString() {
        return phase + ": " + filesDone + " of " + filesTotal + " files, " + bytesDone() + " of " + bytesTotal
                + " bytes";
    }
}
