// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Compares one column family with its model in every way of reading. */
final class ReadCheck {

    private static final int SEEKS = 200;

    private final OpenDatabase database;
    private final StateColumn column;
    private final NavigableMap<byte[], byte[]> expected;

    ReadCheck(OpenDatabase database, Model model, StateColumn column) {
        this.database = database;
        this.column = column;
        this.expected = model.column(column);
    }

    /**
     * Scans both ways, gets every key and as many absent ones, and seeks at random.
     *
     * @throws CheckFailedException at the first difference
     * @throws RocksDBException if a read fails
     */
    void all() throws CheckFailedException, RocksDBException {
        forwardScan();
        reverseScan();
        pointGets();
        seeks();
    }

    void forwardScan() throws CheckFailedException, RocksDBException {
        try (ReadOptions options = totalOrder(); RocksIterator found = iterator(options)) {
            found.seekToFirst();
            compare("forward scan", expected, found, found::next);
        }
    }

    void reverseScan() throws CheckFailedException, RocksDBException {
        try (ReadOptions options = totalOrder(); RocksIterator found = iterator(options)) {
            found.seekToLast();
            compare("reverse scan", expected.descendingMap(), found, found::prev);
        }
    }

    /** Gets every key, and after each the shortest key behind it, which is absent unless the model has it too. */
    void pointGets() throws CheckFailedException, RocksDBException {
        for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
            get(entry.getKey(), entry.getValue());
            byte[] next = Arrays.copyOf(entry.getKey(), entry.getKey().length + 1);
            get(next, expected.get(next));
        }
    }

    private void get(byte[] key, byte[] value) throws CheckFailedException, RocksDBException {
        byte[] found = database.db().get(database.family(column), key);
        if (!Arrays.equals(found, value)) {
            throw failure("get of " + text(key), text(value), text(found));
        }
    }

    private void seeks() throws CheckFailedException, RocksDBException {
        SplittableRandom random = new SplittableRandom(expected.size());
        NavigableMap<Integer, byte[]> numbered = new TreeMap<>();
        expected.keySet().forEach(key -> numbered.put(numbered.size(), key));
        try (ReadOptions options = totalOrder(); RocksIterator found = iterator(options)) {
            for (int i = 0; i < SEEKS && !numbered.isEmpty(); i++) {
                byte[] target = numbered.get(random.nextInt(numbered.size())).clone();
                target[random.nextInt(target.length)] += (byte) (random.nextInt(3) - 1);
                found.seek(target);
                at("seek to " + text(target), expected.ceilingEntry(target), found);
                found.seekForPrev(target);
                at("seek back to " + text(target), expected.floorEntry(target), found);
            }
        }
    }

    private void compare(String check, NavigableMap<byte[], byte[]> entries, RocksIterator found, Runnable step)
            throws CheckFailedException, RocksDBException {
        Iterator<Map.Entry<byte[], byte[]>> wanted = entries.entrySet().iterator();
        int position = 0;
        while (wanted.hasNext()) {
            at(check + " at " + position++, wanted.next(), found);
            step.run();
        }
        at(check + " past its end", null, found);
    }

    private void at(String check, Map.Entry<byte[], byte[]> wanted, RocksIterator found)
            throws CheckFailedException, RocksDBException {
        found.status();
        if (!found.isValid()) {
            if (wanted != null) {
                throw failure(check, text(wanted), "the end");
            }
            return;
        }
        Map.Entry<byte[], byte[]> entry = Map.entry(found.key(), found.value());
        if (wanted == null) {
            throw failure(check, "the end", text(entry));
        }
        if (!Arrays.equals(wanted.getKey(), entry.getKey()) || !Arrays.equals(wanted.getValue(), entry.getValue())) {
            throw failure(check, text(wanted), text(entry));
        }
    }

    private RocksIterator iterator(ReadOptions options) {
        return database.db().newIterator(database.family(column), options);
    }

    private static ReadOptions totalOrder() {
        return new ReadOptions().setTotalOrderSeek(true);
    }

    private CheckFailedException failure(String check, String expectedText, String foundText) {
        return new CheckFailedException(
                column.familyName() + ": " + check + ": expected " + expectedText + ", found " + foundText);
    }

    private static String text(Map.Entry<byte[], byte[]> entry) {
        return text(entry.getKey()) + "=" + text(entry.getValue());
    }

    /** Hexadecimal, cut to a readable length. */
    private static String text(byte[] bytes) {
        if (bytes == null) {
            return "nothing";
        }
        int shown = Math.min(bytes.length, 24);
        return Hex.encode(Arrays.copyOf(bytes, shown)) + (shown < bytes.length ? "..(" + bytes.length + " bytes)" : "");
    }
}
