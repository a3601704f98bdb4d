// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

// Randomness for identities, from the system's generator. Safe to use from several threads.
namespace rescale {

// A non-zero number.
uint64_t RandomNonZero64();
// 20 characters of [0-9A-Z], the usual form of a RocksDB session id (`table/unique_id.cc`).
std::string RandomSessionId();
// A version-4 UUID in the usual text form, the form of a RocksDB database id.
std::string RandomUuid();

}  // namespace rescale
