// SPDX-License-Identifier: Apache-2.0

/** A Flink job with keyed state, and what becomes of it when the parallelism changes. */
package org.rescale.example;
