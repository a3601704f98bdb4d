// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** What our classes log. */
final class LogCapture extends Handler implements AutoCloseable {

    private static final Logger ALL = Logger.getLogger("");
    private static final Logger OURS = Logger.getLogger("org.rescale.flink");

    private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());

    /** Called with each record by the thread that logs it, if it is not null. */
    volatile Consumer<LogRecord> listener;

    LogCapture() {
        ALL.setLevel(Level.OFF);
        OURS.setLevel(Level.FINE);
        OURS.setUseParentHandlers(false);
        OURS.addHandler(this);
    }

    List<String> messages(Level level) {
        synchronized (records) {
            return records.stream()
                    .filter(found -> found.getLevel().equals(level))
                    .map(LogRecord::getMessage)
                    .collect(Collectors.toList());
        }
    }

    void clear() {
        records.clear();
    }

    @Override
    public void publish(LogRecord entry) {
        records.add(entry);
        Consumer<LogRecord> told = listener;
        if (told != null) {
            told.accept(entry);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        OURS.removeHandler(this);
    }
}
