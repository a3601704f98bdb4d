// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** How one target came about: counts, bytes and times. Immutable. */
public final class RescaleReport {

    private final long filesSkipped;
    private final long filesLinked;
    private final long filesReflinked;
    private final long filesCopied;
    private final long filesTrimmed;
    private final long filesDroppedEmpty;
    private final long bytesSkipped;
    private final long bytesLinked;
    private final long bytesCopied;
    private final long bytesTrimRead;
    private final long bytesTrimWritten;
    private final long linksCrossDevice;
    private final long linksNotPermitted;
    private final long linksTooMany;
    private final long linksNotSupported;
    private final double planMs;
    private final double linkMs;
    private final double trimMs;
    private final double manifestMs;
    private final double verifyMs;
    private final double publishMs;
    private final double totalMs;

    RescaleReport(MessageReader in) {
        filesSkipped = in.longValue();
        filesLinked = in.longValue();
        filesReflinked = in.longValue();
        filesCopied = in.longValue();
        filesTrimmed = in.longValue();
        filesDroppedEmpty = in.longValue();
        bytesSkipped = in.longValue();
        bytesLinked = in.longValue();
        bytesCopied = in.longValue();
        bytesTrimRead = in.longValue();
        bytesTrimWritten = in.longValue();
        linksCrossDevice = in.longValue();
        linksNotPermitted = in.longValue();
        linksTooMany = in.longValue();
        linksNotSupported = in.longValue();
        planMs = in.doubleValue();
        linkMs = in.doubleValue();
        trimMs = in.doubleValue();
        manifestMs = in.doubleValue();
        verifyMs = in.doubleValue();
        publishMs = in.doubleValue();
        totalMs = in.doubleValue();
    }

    /**
     * SSTs of the sources that were not needed.
     *
     * @return a count
     */
    public long filesSkipped() {
        return filesSkipped;
    }

    /**
     * SSTs hard-linked.
     *
     * @return a count
     */
    public long filesLinked() {
        return filesLinked;
    }

    /**
     * SSTs copied by sharing their blocks.
     *
     * @return a count
     */
    public long filesReflinked() {
        return filesReflinked;
    }

    /**
     * SSTs copied whole.
     *
     * @return a count
     */
    public long filesCopied() {
        return filesCopied;
    }

    /**
     * SSTs of which a part was taken.
     *
     * @return a count
     */
    public long filesTrimmed() {
        return filesTrimmed;
    }

    /**
     * Trimmed SSTs of which nothing was in range.
     *
     * @return a count
     */
    public long filesDroppedEmpty() {
        return filesDroppedEmpty;
    }

    /**
     * Size of the SSTs that were not needed.
     *
     * @return bytes
     */
    public long bytesSkipped() {
        return bytesSkipped;
    }

    /**
     * Size of the SSTs hard-linked.
     *
     * @return bytes
     */
    public long bytesLinked() {
        return bytesLinked;
    }

    /**
     * Size of the SSTs copied or reflinked whole.
     *
     * @return bytes
     */
    public long bytesCopied() {
        return bytesCopied;
    }

    /**
     * Size of the source SSTs that were trimmed.
     *
     * @return bytes
     */
    public long bytesTrimRead() {
        return bytesTrimRead;
    }

    /**
     * Size of what trimming wrote.
     *
     * @return bytes
     */
    public long bytesTrimWritten() {
        return bytesTrimWritten;
    }

    /**
     * SSTs copied because they are on another device.
     *
     * @return a count
     */
    public long linksCrossDevice() {
        return linksCrossDevice;
    }

    /**
     * SSTs copied because links are not permitted.
     *
     * @return a count
     */
    public long linksNotPermitted() {
        return linksNotPermitted;
    }

    /**
     * SSTs copied because they have too many links.
     *
     * @return a count
     */
    public long linksTooMany() {
        return linksTooMany;
    }

    /**
     * SSTs copied because the file system has no links.
     *
     * @return a count
     */
    public long linksNotSupported() {
        return linksNotSupported;
    }

    /**
     * Time to plan; for a clip or an ingest also to read the MANIFESTs.
     *
     * @return milliseconds
     */
    public double planMs() {
        return planMs;
    }

    /**
     * Time to link or copy.
     *
     * @return milliseconds
     */
    public double linkMs() {
        return linkMs;
    }

    /**
     * Time to trim.
     *
     * @return milliseconds
     */
    public double trimMs() {
        return trimMs;
    }

    /**
     * Time to write MANIFEST and OPTIONS.
     *
     * @return milliseconds
     */
    public double manifestMs() {
        return manifestMs;
    }

    /**
     * Time to check what was written.
     *
     * @return milliseconds
     */
    public double verifyMs() {
        return verifyMs;
    }

    /**
     * Time to sync and publish; with several targets published at once, an equal share of it.
     *
     * @return milliseconds
     */
    public double publishMs() {
        return publishMs;
    }

    /**
     * Time in all.
     *
     * @return milliseconds
     */
    public double totalMs() {
        return totalMs;
    }

    @Override
    public String toString() {
        return filesLinked + " files linked, " + (filesReflinked + filesCopied) + " copied, " + filesTrimmed
                + " trimmed, " + filesSkipped + " skipped in " + Math.round(totalMs) + " ms";
    }
}
