// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rescale::test {

// To be called before a live WAL is flushed in a process that has used RocksDB itself. Under
// ThreadSanitizer it ends RocksDB's idle threads: a child that is forked beside them must not start
// threads there. Elsewhere it does nothing, and the child has to get along with what they left.
void EndIdleRocksDbThreads();

}  // namespace rescale::test
