// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rocksdb.RocksDBException;

/** Takes the operations of a task in order: a database, or the model of what a database must hold. */
interface StateWriter {

    void put(StateColumn column, byte[] key, byte[] value) throws RocksDBException;

    void delete(StateColumn column, byte[] key) throws RocksDBException;

    /** Only for keys put exactly once, never merged into. */
    void singleDelete(StateColumn column, byte[] key) throws RocksDBException;

    void merge(StateColumn column, byte[] key, byte[] operand) throws RocksDBException;

    /** Deletes {@code [begin, end)}. */
    void deleteRange(StateColumn column, byte[] begin, byte[] end) throws RocksDBException;
}
