// SPDX-License-Identifier: Apache-2.0
#include "flink_state/workload.h"

#include <algorithm>
#include <array>

#include "flink_state/flink_keys.h"

namespace flink_state {
namespace {

constexpr uint32_t kLateOneIn = 8;         // keys that only appear in round 1
constexpr uint32_t kWrittenOnceOneIn = 4;  // keys of value state that are put once

bool AppearsLate(uint64_t id) { return id % kLateOneIn == 7; }
bool WrittenOnce(uint64_t id) { return id % kWrittenOnceOneIn == 0; }

bool Has(const std::vector<uint32_t>& list, uint32_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

uint64_t HashOf(const char* family) {
  return static_cast<uint64_t>(static_cast<uint32_t>(JavaHashCode(family)));
}

// Text without commas of which about half repeats.
std::string Text(uint64_t seed, size_t size) {
  static constexpr char kAlphabet[] =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  static constexpr std::array<const char*, 8> kWords = {"order-id=", "customer=", "amount=EUR ",
                                                        "country=",  "session=",  "2026-11-30T",
                                                        "warehouse", "delivered"};
  std::string text;
  for (uint64_t i = 0; text.size() < size; ++i) {
    uint64_t bits = Mix(seed, i);
    text += kWords[bits & 7];
    for (int c = 0; c < 9; ++c) {
      bits >>= 6;
      text.push_back(kAlphabet[bits & 63]);
    }
  }
  text.resize(size);
  return text;
}

}  // namespace

TaskWorkload::TaskWorkload(const StateOptions& options, uint32_t task,
                           const rescale::KeyGroupRange& owned, TaskWriter* writer)
    : options_(options),
      owned_(owned),
      has_extra_state_(Has(options.extra_state_tasks, task)),
      writer_(writer) {
  if (Has(options.empty_tasks, task)) return;
  for (uint64_t id = 0; id < options.keys; ++id) {
    const auto group =
        options.max_parallelism.KeyGroupOfHash(JavaHashCode(UserKey(options.seed, id)));
    if (owned.Contains(group)) {
      owned_ids_.push_back(id);
    } else if (options.workload.garbage != Garbage::kNone) {
      foreign_ids_.push_back(id);
    }
  }
}

TaskWorkload::Key TaskWorkload::KeyOf(uint64_t id) const {
  Key key{id, {}, UserKey(options_.seed, id)};
  const rescale::MaxParallelism& max = options_.max_parallelism;
  key.prefix = max.Prefix(max.KeyGroupOfHash(JavaHashCode(key.user_key)).value);
  return key;
}

uint64_t TaskWorkload::Draw(const char* family, const Key& key, uint32_t round,
                            uint64_t below) const {
  return Mix(options_.seed + HashOf(family) + round, key.id) % below;
}

std::string TaskWorkload::Value(const char* family, const Key& key, uint32_t round) const {
  const uint64_t hash = Mix(options_.seed + HashOf(family) + 1000 + round, key.id);
  const uint64_t span = options_.value_bytes_max - options_.value_bytes_min + 1;
  return Text(hash, options_.value_bytes_min + hash % span);
}

uint64_t TaskWorkload::TimerMs(const Key& key, uint32_t round) const {
  return 1'790'000'000'000 + Mix(options_.seed + round, key.id) % 86'400'000;
}

bool TaskWorkload::TimerSet(const Key& key, uint32_t round) const {
  if (round == (AppearsLate(key.id) ? 1u : 0u)) return true;
  return round > 0 && Draw(kTimerState, key, round, 10) < 5;
}

void TaskWorkload::WriteGarbage() {
  for (const uint64_t id : foreign_ids_) Create(KeyOf(id), 0);
  writer_->Flush();
}

void TaskWorkload::RangeDeleteGarbage() {
  if (foreign_ids_.empty()) return;
  const rescale::MaxParallelism& max = options_.max_parallelism;
  for (const char* family : {kValueState, kCounterState, kListState, kTimerState}) {
    writer_->DeleteRange(family, max.Prefix(0), max.Prefix(static_cast<uint32_t>(owned_.first)));
    writer_->DeleteRange(family, max.Prefix(static_cast<uint32_t>(owned_.last) + 1),
                         max.Prefix(max.value()));
  }
  writer_->Flush();
}

void TaskWorkload::WriteRound(uint32_t round, bool flush_at_end) {
  const size_t pieces = std::max<uint32_t>(1, options_.workload.flushes_per_round);
  for (size_t piece = 0; piece < pieces; ++piece) {
    const size_t end = owned_ids_.size() * (piece + 1) / pieces;
    for (size_t i = owned_ids_.size() * piece / pieces; i < end; ++i) {
      const Key key = KeyOf(owned_ids_[i]);
      const uint32_t first_round = AppearsLate(key.id) ? 1 : 0;
      if (round == first_round) Create(key, round);
      if (round > first_round) Change(key, round);
    }
    if (piece == 0) WriteEdgeKeys(round);
    if (piece == pieces / 2 && round > 0) DeleteRanges(round);
    if (flush_at_end) writer_->Flush();
  }
}

void TaskWorkload::Create(const Key& key, uint32_t round) {
  writer_->Put(kValueState, ValueStateKey(key.prefix, key.user_key),
               Value(kValueState, key, round));
  writer_->Put(kCounterState, ValueStateKey(key.prefix, key.user_key), std::string(8, '\1'));
  const std::string window = WindowStateKey(key.prefix, key.user_key, key.id % 7);
  if (options_.workload.merges) {
    writer_->Merge(kListState, window, Value(kListState, key, round));
  } else {
    writer_->Put(kListState, window, Value(kListState, key, round));
  }
  writer_->Put(kTimerState, TimerKey(key.prefix, TimerMs(key, round), key.user_key), "");
  if (has_extra_state_) {
    writer_->Put(kExtraState, ValueStateKey(key.prefix, key.user_key),
                 Value(kExtraState, key, round));
  }
}

void TaskWorkload::Change(const Key& key, uint32_t round) {
  ChangeValue(key, round);
  if (Draw(kCounterState, key, round, 10) < 4) {
    writer_->Put(kCounterState, ValueStateKey(key.prefix, key.user_key),
                 std::string(8, static_cast<char>('\1' + round)));
  }
  ChangeList(key, round);
  ChangeTimer(key, round);
}

void TaskWorkload::ChangeValue(const Key& key, uint32_t round) {
  const std::string state_key = ValueStateKey(key.prefix, key.user_key);
  if (WrittenOnce(key.id)) {
    // At most one single delete in its life: in the one round drawn for it.
    const bool ever = Draw(kValueState, key, 0, 3) == 0;
    const uint64_t drawn_round = 1 + Draw(kValueState, key, 1, options_.workload.rounds);
    if (options_.workload.single_deletes && ever && round == drawn_round) {
      writer_->SingleDelete(kValueState, state_key);
    }
    return;
  }
  const uint64_t action = Draw(kValueState, key, round, 10);
  if (action < 3) writer_->Put(kValueState, state_key, Value(kValueState, key, round));
  if (action == 3 && options_.workload.deletes) writer_->Delete(kValueState, state_key);
}

void TaskWorkload::ChangeList(const Key& key, uint32_t round) {
  const std::string window = WindowStateKey(key.prefix, key.user_key, key.id % 7);
  const uint64_t action = Draw(kListState, key, round, 10);
  if (action < 4 && options_.workload.merges) {
    writer_->Merge(kListState, window, Value(kListState, key, round));
  }
  if (action == 4 && options_.workload.deletes) writer_->Delete(kListState, window);
  if (action == 5) writer_->Put(kListState, window, Value(kListState, key, round));
}

void TaskWorkload::ChangeTimer(const Key& key, uint32_t round) {
  if (TimerSet(key, round - 1)) {  // it fires
    const std::string fired = TimerKey(key.prefix, TimerMs(key, round - 1), key.user_key);
    if (options_.workload.single_deletes) {
      writer_->SingleDelete(kTimerState, fired);
    } else if (options_.workload.deletes) {
      writer_->Delete(kTimerState, fired);
    }
  }
  if (TimerSet(key, round)) {
    writer_->Put(kTimerState, TimerKey(key.prefix, TimerMs(key, round), key.user_key), "");
  }
}

void TaskWorkload::WriteEdgeKeys(uint32_t round) {
  const bool first_or_last = round == 0 || round + 1 == options_.workload.rounds;
  if (!options_.workload.edge_keys || owned_ids_.empty() || !first_or_last) return;
  const int32_t step = std::max<int32_t>(1, static_cast<int32_t>(owned_.size() / 64));
  for (int32_t group = owned_.first; group <= owned_.last; group += step) {
    const std::string prefix = options_.max_parallelism.Prefix(static_cast<uint32_t>(group));
    writer_->Put(kValueState, prefix, "first of " + std::to_string(group));
    writer_->Put(kValueState, prefix + "\xff\xff\xff\xff\xff\xff",
                 "last of " + std::to_string(round));
  }
}

void TaskWorkload::DeleteRanges(uint32_t round) {
  if (!options_.workload.range_deletions || owned_ids_.empty()) return;
  const rescale::MaxParallelism& max = options_.max_parallelism;
  for (const char* family : {kValueState, kCounterState, kListState, kTimerState}) {
    const uint64_t draw = Mix(options_.seed + HashOf(family), round);
    const uint32_t group =
        static_cast<uint32_t>(owned_.first) + static_cast<uint32_t>(draw % owned_.size());
    // Inside one key group, and over several, which may reach beyond what the task owns.
    const std::string middle = SerializedString("user-0000000000000000").substr(0, 6);
    writer_->DeleteRange(family, max.Prefix(group) + middle + "4",
                         max.Prefix(group) + middle + "6");
    const uint32_t last = std::min(group + 2 + owned_.size() / 8, max.value());
    writer_->DeleteRange(family, max.Prefix(group) + middle + "c",
                         max.Prefix(last) + (last < max.value() ? middle + "3" : ""));
  }
}

}  // namespace flink_state
