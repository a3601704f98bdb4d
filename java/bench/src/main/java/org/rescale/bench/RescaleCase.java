// SPDX-License-Identifier: Apache-2.0
package org.rescale.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rescale.KeyGroupRange;

/** A change of parallelism, and the new task that is measured: the first of those with the most sources. Immutable. */
final class RescaleCase {

    /** As in Flink by default: one byte of key group. */
    static final int MAX_PARALLELISM = 128;

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,3})->([0-9]{1,3})");

    private final int from;
    private final int to;

    private RescaleCase(int from, int to) {
        this.from = from;
        this.to = to;
    }

    static RescaleCase parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("rescale: '" + text + "' was found, two parallelisms as in 4->2 expected");
        }
        return new RescaleCase(parallelism(text, matcher.group(1)), parallelism(text, matcher.group(2)));
    }

    private static int parallelism(String text, String digits) {
        int value = Integer.parseInt(digits);
        if (value < 1 || value > MAX_PARALLELISM) {
            throw new IllegalArgumentException("rescale: '" + text + "' names parallelism " + value
                    + ", 1 to " + MAX_PARALLELISM + " expected");
        }
        return value;
    }

    /** Old parallelism. */
    int from() {
        return from;
    }

    /** New parallelism. */
    int to() {
        return to;
    }

    /** Index of the new task that is measured. */
    int target() {
        int best = 0;
        for (int task = 1; task < to; task++) {
            if (sources(task).size() > sources(best).size()) {
                best = task;
            }
        }
        return best;
    }

    /** As it is written. */
    @Override
    public String toString() {
        return from + "->" + to;
    }

    /** What the measured task owns. */
    KeyGroupRange targetRange() {
        return KeyGroupRange.ofSubtask(MAX_PARALLELISM, to, target());
    }

    /** What an old task owned. */
    KeyGroupRange sourceRange(int source) {
        return KeyGroupRange.ofSubtask(MAX_PARALLELISM, from, source);
    }

    /** Old tasks with a part of what the measured one owns, in order. */
    List<Integer> sources() {
        return sources(target());
    }

    private List<Integer> sources(int task) {
        KeyGroupRange range = KeyGroupRange.ofSubtask(MAX_PARALLELISM, to, task);
        List<Integer> overlapping = new ArrayList<>();
        for (int source = 0; source < from; source++) {
            if (sourceRange(source).intersect(range).isPresent()) {
                overlapping.add(source);
            }
        }
        return overlapping;
    }
}
