// SPDX-License-Identifier: Apache-2.0
package org.rescale.flink;


import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Ways to damage a stored file. */
enum Damage {
    MISSING {
        @Override
        byte[] apply(byte[] content) {
            return null;
        }
    },
    TOO_SHORT {
        @Override
        byte[] apply(byte[] content) {
            return Arrays.copyOf(content, content.length - 1);
        }
    },
    HALF {
        @Override
        byte[] apply(byte[] content) {
            return Arrays.copyOf(content, content.length / 2);
        }
    },
    TOO_LONG {
        @Override
        byte[] apply(byte[] content) {
            return Arrays.copyOf(content, content.length + 1);
        }
    },
    ZEROS_AT_THE_END {
        @Override
        byte[] apply(byte[] content) {
            Arrays.fill(content, content.length / 2, content.length, (byte) 0);
            return content;
        }
    },
    IN_THE_MIDDLE {
        @Override
        byte[] apply(byte[] content) {
            return flip(content, content.length / 2);
        }
    },
    /** A CURRENT that names a MANIFEST which is not there. */
    OTHER_MANIFEST {
        @Override
        byte[] apply(byte[] content) {
            byte[] other = "MANIFEST-999999\n".getBytes(StandardCharsets.US_ASCII);
            assertEquals(content.length, other.length);
            return other;
        }
    },
    /** The magic number of an SST. */
    MAGIC {
        @Override
        byte[] apply(byte[] content) {
            return flip(content, content.length - 1);
        }
    },
    /** An SST's index, which its footer tells the place of. */
    INDEX {
        @Override
        byte[] apply(byte[] content) {
            ByteBuffer footer = ByteBuffer.wrap(content);
            footer.position(content.length - FOOTER_BYTES + 1); // behind the kind of checksum
            readVarint(footer); // of the index of meta blocks
            readVarint(footer);
            long offset = readVarint(footer);
            long size = readVarint(footer);
            return flip(content, (int) (offset + size / 2));
        }
    };

    private static final int FOOTER_BYTES = 53;

    /** Gives the damaged content; null if the file is to be gone. */
    abstract byte[] apply(byte[] content);

    /** Damages a file and returns what it was. */
    byte[] applyTo(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        byte[] damaged = apply(content.clone());
        if (damaged == null) {
            Files.delete(file);
        } else {
            Files.write(file, damaged);
        }
        return content;
    }

    private static byte[] flip(byte[] content, int position) {
        content[position] ^= 0x10;
        return content;
    }

    private static long readVarint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
