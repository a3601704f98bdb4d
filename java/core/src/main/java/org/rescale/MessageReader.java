// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads what comes from the native library; {@code jni/message.h} gives the encoding. */
final class MessageReader {

    private final ByteBuffer bytes;

    /** Names and reasons come once for every file: each is kept once. */
    private final Map<String, String> strings = new HashMap<>();

    MessageReader(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    int intValue() {
        return bytes.getInt();
    }

    long longValue() {
        return bytes.getLong();
    }

    double doubleValue() {
        return bytes.getDouble();
    }

    boolean booleanValue() {
        return bytes.get() != 0;
    }

    /** A count or an index that Java holds as an int. */
    int smallLong() {
        return Math.toIntExact(bytes.getLong());
    }

    String string() {
        String string = new String(byteArray(), StandardCharsets.UTF_8);
        String known = strings.putIfAbsent(string, string);
        return known == null ? string : known;
    }

    Path path() {
        return Path.of(NativePaths.decode(byteArray()));
    }

    <T> List<T> list(Function<MessageReader, T> element) {
        int count = bytes.getInt();
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.apply(this));
        }
        return Collections.unmodifiableList(list);
    }

    private byte[] byteArray() {
        byte[] array = new byte[bytes.getInt()];
        bytes.get(array);
        return array;
    }
}
