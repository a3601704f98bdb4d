// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rocksdb.RocksDBException;

/** Passes every operation to two writers: the database and its model. */
final class TeeStateWriter implements StateWriter {

    private final StateWriter first;
    private final StateWriter second;

    TeeStateWriter(StateWriter first, StateWriter second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void put(StateColumn column, byte[] key, byte[] value) throws RocksDBException {
        first.put(column, key, value);
        second.put(column, key, value);
    }

    @Override
    public void delete(StateColumn column, byte[] key) throws RocksDBException {
        first.delete(column, key);
        second.delete(column, key);
    }

    @Override
    public void singleDelete(StateColumn column, byte[] key) throws RocksDBException {
        first.singleDelete(column, key);
        second.singleDelete(column, key);
    }

    @Override
    public void merge(StateColumn column, byte[] key, byte[] operand) throws RocksDBException {
        first.merge(column, key, operand);
        second.merge(column, key, operand);
    }

    @Override
    public void deleteRange(StateColumn column, byte[] begin, byte[] end) throws RocksDBException {
        first.deleteRange(column, begin, end);
        second.deleteRange(column, begin, end);
    }
}
