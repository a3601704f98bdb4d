// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace rescale::test {

// A record to stand behind those of a MANIFEST shorter than a block, sound in itself: the last
// sequence is `sequence`. Where it goes back no RocksDB wrote it, and one with assertions aborts.
std::string LastSequenceRecord(uint64_t sequence);

}  // namespace rescale::test
