// SPDX-License-Identifier: Apache-2.0
/**
 * The Flink state backend: set {@code state.backend.type} to {@code org.rescale.flink.RescaleStateBackendFactory}.
 * What it can be told is in {@link org.rescale.flink.RescaleOptions}, what it does in
 * {@link org.rescale.flink.RescaleStateBackend}.
 */
package org.rescale.flink;
