// SPDX-License-Identifier: Apache-2.0
/**
 * Changes the parallelism of keyed state in RocksDB by editing metadata.
 *
 * <p>{@link org.rescale.Rescaler} plans, writes and checks; {@link org.rescale.RescaledRestore} also opens the result.
 * The work is done by a native library that the jar brings along ({@link org.rescale.NativeLibrary}). The class
 * {@code TutorialTest} among the tests is the introduction.
 */
package org.rescale;
