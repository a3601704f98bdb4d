// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** What the states and timers of {@link StateFunction} must be, and the events that made them so. */
final class Model {

    static final long TEXTS_PER_KEY = 3;

    private static final int TEXT_LENGTH = 60;

    private final int keys;
    private final Random random;
    private final Map<Integer, List<Long>> numbers = new HashMap<>();
    private final Set<String> timers = new TreeSet<>();
    private long next = 1;

    Model(int keys, long seed) {
        this.keys = keys;
        random = new Random(seed);
    }

    /** Deterministic, and does not compress well. */
    static String text(int key, long number) {
        return new Random(key * 31L + number)
                .ints(TEXT_LENGTH, ' ', '~')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Changes some keys, one in ten of them by clearing them. */
    List<Event> change(int count) {
        return change(count, IntStream.range(0, keys).boxed().collect(Collectors.toList()));
    }

    /** The same, with some of the keys only. */
    List<Event> change(int count, List<Integer> some) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = some.get(random.nextInt(some.size()));
            long number = next++;
            if (random.nextInt(10) == 0) {
                numbers.remove(key);
                events.add(new Event(Event.Kind.CLEAR, key, number));
            } else {
                numbers.computeIfAbsent(key, k -> new ArrayList<>()).add(number);
                timers.add(key + "@" + number);
                events.add(new Event(Event.Kind.UPDATE, key, number));
            }
        }
        return events;
    }

    /** The keys of some key groups, the last one not included. */
    List<Integer> keysOf(int firstGroup, int endGroup, int maxParallelism) {
        return IntStream.range(0, keys)
                .filter(key -> {
                    int group = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
                    return firstGroup <= group && group < endGroup;
                })
                .boxed()
                .collect(Collectors.toList());
    }

    /** Asks for all keys. */
    List<Event> probes() {
        List<Event> events = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            events.add(new Event(Event.Kind.PROBE, key, 0));
        }
        return events;
    }

    /** What probes must tell. */
    Map<Integer, String> states() {
        Map<Integer, String> states = new TreeMap<>();
        for (int key = 0; key < keys; key++) {
            states.put(key, describe(key));
        }
        return states;
    }

    /** What must fire when time goes to the end, sorted. */
    List<String> timers() {
        return new ArrayList<>(timers);
    }

    private String describe(int key) {
        List<Long> all = numbers.getOrDefault(key, List.of());
        Map<Long, String> texts = new TreeMap<>();
        StringBuilder list = new StringBuilder("[");
        long sum = 0;
        for (long number : all) {
            sum += number;
            list.append(number).append(' ');
            texts.put(number % TEXTS_PER_KEY, text(key, number));
        }
        String figures = all.isEmpty()
                ? "null null null"
                : sum + " " + all.get(all.size() - 1) + " " + sum + "/" + all.size();
        return figures + " " + list + "] " + texts;
    }
}
