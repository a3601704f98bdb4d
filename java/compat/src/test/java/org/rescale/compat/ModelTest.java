// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelTest {

    private static final byte[] KEY = {0, 'k'};
    private static final byte[] HIGH_KEY = {(byte) 0x80, 'k'};

    @TempDir
    private Path temp;

    @Test
    @DisplayName("operations apply in order: merge joins with a comma, deletions remove")
    void operations() {
        Model model = new Model();
        model.merge(StateColumn.LIST, KEY, "a".getBytes());
        model.merge(StateColumn.LIST, KEY, "b".getBytes());
        assertArrayEquals("a,b".getBytes(), model.column(StateColumn.LIST).get(KEY));
        model.deleteRange(StateColumn.LIST, new byte[] {0}, new byte[] {1});
        assertNull(model.column(StateColumn.LIST).get(KEY));
        model.merge(StateColumn.LIST, KEY, "c".getBytes());
        assertArrayEquals("c".getBytes(), model.column(StateColumn.LIST).get(KEY));
        model.singleDelete(StateColumn.LIST, KEY);
        assertEquals(0, model.keyCount());
    }

    @Test
    @DisplayName("a restriction keeps the key groups of its range, ordered as unsigned bytes")
    void restriction() {
        Model model = new Model();
        model.put(StateColumn.VALUE_A, KEY, KEY);
        model.put(StateColumn.VALUE_A, HIGH_KEY, KEY);
        KeyGroups keyGroups = new KeyGroups(129);
        assertEquals(1, model.restrictedTo(new KeyGroupRange(0, 127), keyGroups).keyCount());
        assertArrayEquals(HIGH_KEY, model.column(StateColumn.VALUE_A).lastKey());
    }

    @Test
    @DisplayName("a model file reads back as it was written")
    void roundTrip() throws IOException {
        Model model = new Model();
        model.put(StateColumn.TIMER, KEY, new byte[0]);
        model.put(StateColumn.VALUE_B, HIGH_KEY, new byte[] {(byte) 0xff, 0});
        Path file = temp.resolve("model");
        ModelFile.write(model, file);
        Model read = ModelFile.read(file);
        assertEquals(2, read.keyCount());
        assertArrayEquals(new byte[0], read.column(StateColumn.TIMER).get(KEY));
        assertArrayEquals(new byte[] {(byte) 0xff, 0}, read.column(StateColumn.VALUE_B).get(HIGH_KEY));
    }

    @Test
    @DisplayName("a file that is not a model is refused by name")
    void notAModel() throws IOException {
        Path file = temp.resolve("model");
        Files.writeString(file, "something else\n");
        IOException refusal = assertThrows(IOException.class, () -> ModelFile.read(file));
        assertEquals(true, refusal.getMessage().contains("rescale-model 1"));
    }
}
