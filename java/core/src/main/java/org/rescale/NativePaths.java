// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;

/** Paths as the system sees them: bytes in the encoding that the JVM uses for file names. */
final class NativePaths {

    private static final Charset ENCODING = encoding();

    private NativePaths() {}

    /**
     * The bytes of the absolute path.
     *
     * @throws IllegalArgumentException if it is not of the default file system, or has no such bytes
     */
    static byte[] encode(Path path) {
        if (path.getFileSystem() != FileSystems.getDefault()) {
            throw new IllegalArgumentException("not a path of the machine's file system: " + path);
        }
        try {
            ByteBuffer bytes = ENCODING.newEncoder().encode(CharBuffer.wrap(path.toAbsolutePath().toString()));
            byte[] array = new byte[bytes.remaining()];
            bytes.get(array);
            return array;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the path has characters that " + ENCODING + " lacks: " + path, e);
        }
    }

    static String decode(byte[] bytes) {
        return new String(bytes, ENCODING);
    }

    private static Charset encoding() {
        String name = System.getProperty("sun.jnu.encoding", "UTF-8");
        return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    }
}
