// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checkpoint/options_file.h"
#include "manifest/version.h"
#include "rescale/key_group.h"
#include "rescale/types.h"

// A plan says, from MANIFESTs alone, what becomes of every SST when the part of several handles
// that lies in a target range is made one database. It is a value without I/O: printable,
// comparable, executable.
namespace rescale::plan {

// One handle as the planner sees it. The pointed-to values outlive the plan.
struct Source {
  std::string name;     // the directory, for messages
  KeyGroupRange owned;  // ignored by PlanMerge
  const manifest::Version* version = nullptr;
  const checkpoint::OptionsFile* options = nullptr;  // null: none found, RocksDB's defaults hold
  // See StateHandle; not of a source with a live WAL, whose SSTs do not tell all it has.
  bool owned_is_assumed = false;
};

enum class Action : uint8_t { kSkip, kLink, kTrim };

enum class Reason : uint8_t {
  kSourceOutside,  // skip: the handle owns nothing of the target
  kBelowRange,     // skip: ends before the kept range begins
  kAboveRange,     // skip: begins at or after its end
  kInside,         // link: every key is kept
  kCrossesBegin,   // trim
  kCrossesEnd,     // trim
  kCrossesBoth,    // trim
};

struct PlannedFile {
  const manifest::FileMetaData* file = nullptr;
  uint32_t source = 0;
  Action action = Action::kSkip;
  Reason reason = Reason::kInside;
  int16_t target_level = 0;  // file->level unless L0 was relieved
  FileNumber target_number;  // 0 for a skipped file
  uint64_t target_epoch = 0;
};

// What holds for one (column family, source) pair that takes part.
struct ColumnFamilySource {
  uint32_t source = 0;
  uint32_t source_column_family_id = 0;
  // Added to the MANIFEST sequence bounds of this source's L0 files (never to keys; a bound of 0
  // stays), so that readers before 7.10, which order L0 by them, see no nested ranges. 0 almost
  // always. Whoever carries it out must refuse to shift a file that its properties call external
  // (`rocksdb.external_sst_file.version`): those take their keys' sequence from the MANIFEST. The
  // planner shifts no source with a file that is external for sure (one sequence, several keys).
  uint64_t level0_seqno_offset = 0;
};

struct PlannedColumnFamily {
  std::string name;
  uint32_t id = 0;  // in the target
  std::string comparator;
  std::vector<ColumnFamilySource> sources;  // in source order
  std::vector<PlannedFile> files;           // by source, then level, then the source's order
  uint32_t level0_files = 0;                // forecast for the target, after relief
  uint32_t level0_files_relieved = 0;       // L0 files that go down into empty levels
  int32_t level0_slowdown_trigger = 20;     // files; 0, less, or the highest int: never
  std::vector<std::pair<uint32_t, const manifest::BlobFile*>>
      blob_files;  // (source, file), numbers kept
};

// What of a source is kept.
struct SourceRange {
  bool takes_part = false;
  KeyGroupRange owned;   // as the source says; meaningless for PlanMerge
  KeyGroupRange groups;  // owned ∩ target; meaningless for PlanMerge
  KeyRange keys;
};

struct Totals {
  uint64_t files_skipped = 0, files_linked = 0, files_trimmed = 0;
  uint64_t bytes_skipped = 0, bytes_linked = 0, bytes_trimmed = 0;  // of source files
  uint64_t bytes_expected = 0;  // of the target's SSTs; trimmed files by share of key groups
};

struct Plan {
  std::optional<uint32_t> target_index;  // the new subtask; set by the caller, only for people
  KeyGroupRange target;
  uint32_t max_parallelism = 0;  // 0 for PlanMerge
  std::vector<std::string> source_names;
  std::vector<SourceRange> ranges;  // one a source
  uint32_t main_source = 0;         // OPTIONS come from it; its linked files keep their numbers
  std::vector<PlannedColumnFamily> column_families;  // in target id order, "default" first
  // Column families that only sources without a part have: not in the target, every file skipped.
  std::vector<PlannedColumnFamily> outside_column_families;
  FileNumber next_file_number;  // above every number used by the SSTs and blob files
  SequenceNumber last_sequence;
  // False when no offset makes L0 right for readers before 7.10, which happens only to files that
  // 7.10 or later wrote; a warning says so. manifest::ConsistencyOptions wants to know.
  bool seqno_ordered_level0 = true;
  Totals totals;
  std::vector<std::string> warnings;
};

// What the caller knows of a job's state, and so is neither refused nor warned of.
struct Expected {
  bool gaps = false;       // as PlanOptions::allow_gaps
  bool leftovers = false;  // as PlanOptions::expect_leftovers
};

// Plans the database that owns `target`. Sources' owned ranges must not overlap and must cover the
// target, or with gaps expected have a part of it. InvalidArgument, NotSupported (comparator,
// user-defined timestamps, clashing blob files; names source, column family and file) or Corruption
// (a source's own level order is broken).
Result<Plan> MakePlan(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      const KeyGroupRange& target, const Expected& expected = {});

// Plans a merge without cutting: every file of every source is linked. The sources' key ranges must
// be disjoint in each column family: InvalidArgument naming two files where they are not.
Result<Plan> PlanMerge(const std::vector<Source>& sources);

std::string_view ToString(Action action);
std::string_view ToString(Reason reason);

// Bytes a trimmed file is expected to keep: its size by the share of its key groups in range.
uint64_t ExpectedBytes(const manifest::FileMetaData& file, const KeyRange& range,
                       size_t prefix_bytes);

}  // namespace rescale::plan
