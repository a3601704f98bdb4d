// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.ReadableConfig;

/** The options of the state backend, in Flink's configuration. */
public final class RescaleOptions {

    /** What to do when the rescale goes wrong. */
    public static final ConfigOption<OnFailure> ON_FAILURE = ConfigOptions.key("state.backend.rescale.on-failure")
            .enumType(OnFailure.class)
            .defaultValue(OnFailure.FALLBACK)
            .withDescription("What to do when a rescaled restore goes wrong: 'fallback' lets Flink restore in its own"
                    + " way, after a warning with the reason; 'fail' fails the task. Damage that Flink's own restore may"
                    + " not notice, such as a MANIFEST that is cut short, fails the task in any case.");

    /** How many files a task fetches at the same time. */
    public static final ConfigOption<Integer> FETCH_THREADS = ConfigOptions.key("state.backend.rescale.fetch-threads")
            .intType()
            .defaultValue(4)
            .withDescription("How many files a task fetches, or cuts, at the same time in a rescaled restore; 1 to 256.");

    private static final int MOST_FETCH_THREADS = 256;

    private RescaleOptions() {}

    static OnFailure onFailure(ReadableConfig config) {
        try {
            return config.get(ON_FAILURE);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    ON_FAILURE.key() + " must be fallback or fail (" + e.getMessage() + ")", e);
        }
    }

    static int fetchThreads(ReadableConfig config) {
        int threads;
        try {
            threads = config.get(FETCH_THREADS);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    FETCH_THREADS.key() + " must be a number (" + e.getMessage() + ")", e);
        }
        if (threads < 1 || threads > MOST_FETCH_THREADS) {
            throw new IllegalConfigurationException(
                    FETCH_THREADS.key() + " must be 1 to " + MOST_FETCH_THREADS + ", not " + threads);
        }
        return threads;
    }
}
