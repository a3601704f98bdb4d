// SPDX-License-Identifier: Apache-2.0

/** Restores one job at other parallelisms, by each strategy that Flink has and by ours, and tells what that cost. */
package org.rescale.flink.bench;
