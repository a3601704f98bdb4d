// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

/** Bytes as lower-case hexadecimal digits. */
final class Hex {

    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    private Hex() {}

    static String encode(byte[] bytes) {
        char[] text = new char[bytes.length * 2];
        for (int i = 0; i < bytes.length; i++) {
            text[2 * i] = DIGITS[bytes[i] >> 4 & 0xf];
            text[2 * i + 1] = DIGITS[bytes[i] & 0xf];
        }
        return new String(text);
    }

    /** @throws IllegalArgumentException if the text has an odd length or other characters */
    static byte[] decode(String text) {
        if (text.length() % 2 != 0) {
            throw new IllegalArgumentException("an odd number of hexadecimal digits");
        }
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int high = Character.digit(text.charAt(2 * i), 16);
            int low = Character.digit(text.charAt(2 * i + 1), 16);
            if (high < 0 || low < 0) {
                throw new IllegalArgumentException("not a hexadecimal digit in " + text);
            }
            bytes[i] = (byte) (high << 4 | low);
        }
        return bytes;
    }
}
