// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "flink_state/state_options.h"
#include "flink_state/task_writer.h"

namespace flink_state {

// What one task writes, round by round. Every decision is a hash of seed, column family, key and
// round. Single deletes only meet keys that were put exactly once.
class TaskWorkload {
 public:
  // All outlive it.
  TaskWorkload(const StateOptions& options, uint32_t task, const rescale::KeyGroupRange& owned,
               TaskWriter* writer);

  // Keys of other tasks, in every column family, written once.
  void WriteGarbage();
  // Range tombstones over everything outside the own range, as Flink's restore writes them.
  void RangeDeleteGarbage();

  // Round 0 puts, later rounds change; flushes between its pieces, and after the last one unless
  // `flush_at_end` is false.
  void WriteRound(uint32_t round, bool flush_at_end);

  // How many keys of the job the task owns.
  size_t owned_keys() const { return owned_ids_.size(); }

 private:
  struct Key {
    uint64_t id;
    std::string prefix;  // key group
    std::string user_key;
  };
  Key KeyOf(uint64_t id) const;
  uint64_t Draw(const char* family, const Key& key, uint32_t round, uint64_t below) const;
  std::string Value(const char* family, const Key& key, uint32_t round) const;
  uint64_t TimerMs(const Key& key, uint32_t round) const;
  bool TimerSet(const Key& key, uint32_t round) const;

  void Create(const Key& key, uint32_t round);
  void Change(const Key& key, uint32_t round);
  void ChangeValue(const Key& key, uint32_t round);
  void ChangeList(const Key& key, uint32_t round);
  void ChangeTimer(const Key& key, uint32_t round);
  void WriteEdgeKeys(uint32_t round);
  void DeleteRanges(uint32_t round);

  const StateOptions& options_;
  rescale::KeyGroupRange owned_;
  bool has_extra_state_;
  TaskWriter* writer_;
  std::vector<uint64_t> owned_ids_;
  std::vector<uint64_t> foreign_ids_;
};

}  // namespace flink_state
