// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/**
 * The long operations of the native library. The first argument is a {@link NativeCall}'s pointer, the message is made
 * by {@link Requests}. The thread that calls stays in native code until the end.
 */
final class NativeOperations {

    private NativeOperations() {}

    /** Returns a pointer for {@link NativePlan}. */
    static native long plan(long call, byte[] request) throws RescaleException;

    /** @param reads null if all files are here */
    static native byte[] run(long call, byte[] request, RemoteReads reads) throws RescaleException;

    static native byte[] clip(long call, byte[] request) throws RescaleException;

    static native byte[] ingest(long call, byte[] request) throws RescaleException;

    static native byte[] verify(long call, byte[] request) throws RescaleException;
}
