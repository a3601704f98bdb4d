// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rescale/key_group.h"

// Keys as Flink's RocksDB backend writes them, for a job keyed by a string
// (SerializedCompositeKeyBuilder: key group, key, namespace).
namespace flink_state {

// A well mixed number from two; the only source of randomness here, so that a seed says everything.
uint64_t Mix(uint64_t a, uint64_t b);

// The id-th key of the job: "user-" and 16 hexadecimal digits.
std::string UserKey(uint64_t seed, uint64_t id);

// Java's String.hashCode of an ASCII text.
int32_t JavaHashCode(const std::string& text);

// StringSerializer of an ASCII text: length + 1 in one byte (up to 126 characters), then the text.
std::string SerializedString(const std::string& text);

// Key group, key, VoidNamespace: value state.
std::string ValueStateKey(const std::string& prefix, const std::string& user_key);
// Key group, key, TimeWindow of one minute: window state.
std::string WindowStateKey(const std::string& prefix, const std::string& user_key, uint64_t minute);
// Key group, timestamp in sortable form, key, VoidNamespace: timers.
std::string TimerKey(const std::string& prefix, uint64_t timestamp_ms, const std::string& user_key);

}  // namespace flink_state
