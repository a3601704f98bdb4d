// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A {@link Model} as a text file, so that another process, with another RocksDB, can check against it.
 *
 * <pre>
 * file   := "rescale-model 1\n" column*
 * column := "column-family " name "\n" entry*
 * entry  := key " " value "\n"        key, value: hexadecimal, value may be empty; keys in the order of unsigned bytes
 * </pre>
 *
 * Every column family is named, empty ones too.
 */
final class ModelFile {

    private static final String HEADER = "rescale-model 1";
    private static final String COLUMN = "column-family ";

    private ModelFile() {}

    static void write(Model model, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            out.write(HEADER + "\n");
            for (StateColumn column : StateColumn.values()) {
                out.write(COLUMN + column.familyName() + "\n");
                for (Map.Entry<byte[], byte[]> entry : model.column(column).entrySet()) {
                    out.write(Hex.encode(entry.getKey()) + " " + Hex.encode(entry.getValue()) + "\n");
                }
            }
        }
    }

    /** @throws IOException if the file cannot be read or does not follow the grammar */
    static Model read(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            String line = in.readLine();
            if (!HEADER.equals(line)) {
                throw new IOException(file + ": expected \"" + HEADER + "\", found \"" + line + "\"");
            }
            Model model = new Model();
            StateColumn column = null;
            while ((line = in.readLine()) != null) {
                if (line.startsWith(COLUMN)) {
                    column = columnNamed(line.substring(COLUMN.length()), file);
                } else {
                    readEntry(line, column, model, file);
                }
            }
            return model;
        }
    }

    private static StateColumn columnNamed(String name, Path file) throws IOException {
        for (StateColumn column : StateColumn.values()) {
            if (column.familyName().equals(name)) {
                return column;
            }
        }
        throw new IOException(file + ": unknown column family " + name);
    }

    private static void readEntry(String line, StateColumn column, Model model, Path file) throws IOException {
        int space = line.indexOf(' ');
        if (column == null || space < 0) {
            throw new IOException(file + ": not an entry: " + line);
        }
        model.put(column, Hex.decode(line.substring(0, space)), Hex.decode(line.substring(space + 1)));
    }
}
