// SPDX-License-Identifier: Apache-2.0
package org.rescale;

/** Tries to load the native library and prints why not; for {@link ForkedJvm}. */
final class LoadAttempt {

    private LoadAttempt() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) { // the second time it is remembered
            try {
                NativeLibrary.load();
                System.out.println("loaded");
            } catch (UnsupportedPlatformException e) {
                System.out.println(e.code() + ": " + e.getMessage());
            }
        }
    }
}
