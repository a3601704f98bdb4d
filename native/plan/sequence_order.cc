// SPDX-License-Identifier: Apache-2.0
#include "plan/sequence_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/internal_key.h"
#include "plan/refusals.h"

namespace rescale::plan {
namespace {

// Sequence numbers that a target must have left for its own writes.
constexpr uint64_t kSequenceHeadroom = uint64_t{1} << 32;

// A file of the merged L0 with its sequence bounds in the target's MANIFEST.
struct Level0File {
  const PlannedFile* planned;
  uint64_t smallest;
  uint64_t largest;

  Level0File(const PlannedFile& file, uint64_t offset)
      : planned(&file),
        smallest(Shifted(file.file->smallest_seqno, offset)),
        largest(Shifted(file.file->largest_seqno, offset)) {}

  static uint64_t Shifted(SequenceNumber bound, uint64_t offset) {
    return bound.value == 0 ? 0 : bound.value + offset;
  }
  bool IsNewerThan(const Level0File& other) const {
    if (largest != other.largest) return largest > other.largest;
    if (smallest != other.smallest) return smallest > other.smallest;
    return planned->target_number > other.planned->target_number;
  }
  // The rule for a file and its next older neighbour.
  bool MayStandAbove(const Level0File& older) const {
    if (older.smallest == older.largest) {
      return older.smallest < largest || older.smallest == 0;
    }
    return smallest > older.smallest;
  }
};

using Clash = std::pair<const PlannedFile*, const PlannedFile*>;

struct Level0 {
  std::optional<Clash> clash;
  uint64_t largest_seqno = 0;
};

// kNeighbours is what RocksDB before 7.10 asks. kAnySubset asks it of every subset of the files
// too: a later rescale or compaction takes files away, and those that are neighbours then must be
// right as well.
enum class Level0Rule : uint8_t { kAnySubset, kNeighbours };

Level0 CheckLevel0(const PlannedColumnFamily& family, Level0Rule rule) {
  std::map<uint32_t, uint64_t> offsets;
  for (const ColumnFamilySource& source : family.sources) {
    offsets[source.source] = source.level0_seqno_offset;
  }
  std::vector<Level0File> files;
  for (const PlannedFile& planned : family.files) {
    if (planned.action == Action::kSkip || planned.target_level != 0) continue;
    files.emplace_back(planned, offsets[planned.source]);
  }
  std::sort(files.begin(), files.end(),
            [](const Level0File& a, const Level0File& b) { return a.IsNewerThan(b); });
  Level0 result;
  if (!files.empty()) result.largest_seqno = files.front().largest;
  // A file with one sequence number stands well above and below any other, so what hides behind it
  // counts.
  const Level0File* above = nullptr;
  for (const Level0File& file : files) {
    const Level0File* neighbour = &file == files.data() ? nullptr : &file - 1;
    for (const Level0File* newer : {neighbour, above}) {
      if (newer == nullptr || newer->MayStandAbove(file)) continue;
      result.clash = Clash{newer->planned, file.planned};
      return result;
    }
    if (rule == Level0Rule::kAnySubset && file.smallest != file.largest) above = &file;
  }
  return result;
}

// How free a source is to be shifted.
enum class Shift : uint8_t { kNever, kBottom, kUnwillingly, kFreely };

// One sequence number in a file with several keys: an ingested file. With one key it may be one, or
// the flush of a single write. A lower bound of 0 does not move, so nothing may lie below it.
Shift ShiftOf(const manifest::FileMetaData& file) {
  if (file.smallest_seqno != file.largest_seqno) {
    return file.smallest_seqno.value == 0 ? Shift::kBottom : Shift::kFreely;
  }
  if (file.smallest_seqno.value == 0) return Shift::kFreely;
  InternalKey smallest;
  const bool one_tombstone = ParseInternalKey(file.smallest(), &smallest) &&
                             smallest.type() == ValueType::kRangeDeletion &&
                             IsRangeTombstoneSentinel(file.largest());
  const bool one_key = UserKeyOf(file.smallest()) == UserKeyOf(file.largest());
  return one_key || one_tombstone ? Shift::kUnwillingly : Shift::kNever;
}

std::map<uint32_t, Shift> ShiftsBySource(const PlannedColumnFamily& family) {
  std::map<uint32_t, Shift> shifts;
  for (const PlannedFile& planned : family.files) {
    if (planned.action == Action::kSkip || planned.target_level != 0) continue;
    Shift& shift = shifts.try_emplace(planned.source, Shift::kFreely).first->second;
    shift = std::min(shift, ShiftOf(*planned.file));
  }
  return shifts;
}

// Stacks the sources that have L0 files: the least movable at the bottom, then in source order.
void StackSources(const std::vector<Source>& sources, PlannedColumnFamily* family) {
  const std::map<uint32_t, Shift> shifts = ShiftsBySource(*family);
  uint64_t base = 0;
  for (const Shift step : {Shift::kNever, Shift::kBottom, Shift::kUnwillingly, Shift::kFreely}) {
    for (ColumnFamilySource& entry : family->sources) {
      const auto shift = shifts.find(entry.source);
      if (shift == shifts.end() || shift->second != step) continue;
      const uint64_t last_sequence = sources[entry.source].version->last_sequence.value;
      if (step == Shift::kNever) {
        base = std::max(base, last_sequence);
      } else {
        entry.level0_seqno_offset = base;
        base += last_sequence;
      }
    }
  }
}

void UnstackSources(PlannedColumnFamily* family) {
  for (ColumnFamilySource& entry : family->sources) entry.level0_seqno_offset = 0;
}

bool EveryFileHasEpoch(const PlannedColumnFamily& family) {
  return std::all_of(family.files.begin(), family.files.end(), [](const PlannedFile& planned) {
    return planned.action == Action::kSkip || planned.file->epoch_number != 0;
  });
}

// Where no arrangement is right for readers before 7.10: a refusal, or a warning when those wrote
// none of the files.
Status RefuseOldReaders(const std::vector<Source>& sources, const PlannedColumnFamily& family,
                        const Clash& clash, Plan* plan) {
  const std::string what = fmt::format(
      "column family '{}': {} (sequence {} to {}) and {} (sequence {} to {}) cannot stand in "
      "one L0 before RocksDB 7.10",
      family.name, TablePath(sources[clash.first->source], clash.first->file->number),
      clash.first->file->smallest_seqno.value, clash.first->file->largest_seqno.value,
      TablePath(sources[clash.second->source], clash.second->file->number),
      clash.second->file->smallest_seqno.value, clash.second->file->largest_seqno.value);
  if (!EveryFileHasEpoch(family)) {
    return Status::NotSupported(what + "; compact L0 of one of the sources first");
  }
  plan->seqno_ordered_level0 = false;
  plan->warnings.push_back(what + ": the target opens in 7.10 and later only");
  return Status::Ok();
}

Status OrderFamily(const std::vector<Source>& sources, Plan* plan, PlannedColumnFamily* family) {
  std::optional<Clash> first_clash;
  for (const Level0Rule rule : {Level0Rule::kAnySubset, Level0Rule::kNeighbours}) {
    for (const bool stacked : {false, true}) {
      if (stacked) StackSources(sources, family);
      const Level0 level0 = CheckLevel0(*family, rule);
      if (!level0.clash && level0.largest_seqno <= kMaxSequenceNumber.value) {
        plan->last_sequence = std::max(plan->last_sequence, SequenceNumber{level0.largest_seqno});
        return Status::Ok();
      }
      if (!first_clash) first_clash = level0.clash;
      if (stacked) UnstackSources(family);
    }
  }
  return RefuseOldReaders(sources, *family, *first_clash, plan);
}

}  // namespace

Status OrderSequences(const std::vector<Source>& sources, Plan* plan) {
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (!plan->ranges[i].takes_part) continue;
    const SequenceNumber last = sources[i].version->last_sequence;
    if (last > kMaxSequenceNumber) {
      return Status::Corruption(
          fmt::format("{}: last sequence {} is more than 2^56 - 1", sources[i].name, last.value));
    }
    plan->last_sequence = std::max(plan->last_sequence, last);
  }
  for (PlannedColumnFamily& family : plan->column_families) {
    RESCALE_RETURN_IF_ERROR(OrderFamily(sources, plan, &family));
  }
  if (plan->last_sequence.value >= kMaxSequenceNumber.value - kSequenceHeadroom) {
    return Status::NotSupported(fmt::format(
        "the last sequence would be {}, which leaves RocksDB no number for another write",
        plan->last_sequence.value));
  }
  return Status::Ok();
}

}  // namespace rescale::plan
