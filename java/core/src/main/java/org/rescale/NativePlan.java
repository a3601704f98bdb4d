// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** What can be asked of a native plan; the argument is what {@link NativeOperations#plan} returned. */
final class NativePlan {

    private NativePlan() {}

    static native byte[] targets(long plan);

    static native byte[] files(long plan, int target);

    static native byte[] text(long plan);

    static native byte[] json(long plan);

    static native byte[] svg(long plan);

    static native void destroy(long plan);
}
