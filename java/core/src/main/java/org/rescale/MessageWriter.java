// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Writes what goes to the native library; {@code jni/message.h} gives the encoding. */
final class MessageWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    MessageWriter writeInt(int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(value)
                .array());
        return this;
    }

    MessageWriter writeBoolean(boolean value) {
        bytes.write(value ? 1 : 0);
        return this;
    }

    MessageWriter writePath(Path path) {
        byte[] encoded = NativePaths.encode(path);
        writeInt(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    MessageWriter writeRange(KeyGroupRange range) {
        return writeInt(range.first()).writeInt(range.last());
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
