// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/engine.h"
#include "rescale/export.h"
#include "rescale/file_system.h"
#include "rescale/progress.h"
#include "rescale/source.h"

namespace rescale {

struct PlanOptions {
  std::vector<StateHandle> sources;
  MaxParallelism max_parallelism = *MaxParallelism::Create(128);
  uint32_t parallelism = 1;       // of the new job
  std::optional<uint32_t> index;  // only this subtask; none: all
  // Key groups that no source owns have no state, as those of a subtask that never had any. Without
  // it they are InvalidArgument, since a source may have been forgotten.
  bool allow_gaps = false;
  // The sources' ranges are known for sure, and what their SSTs have beyond them is left out
  // without a warning: stream processors leave such data behind when they rescale by themselves.
  bool expect_leftovers = false;
  unsigned threads = 0;  // MANIFESTs read at a time; 0: one a core
  const CancelToken* cancel = nullptr;
  FileSystem* file_system = nullptr;  // null: the machine's
};

enum class PlanAction : uint8_t { kSkip, kLink, kTrim };

// One source SST in the plan of one target. The views point into the plan.
struct PlannedSst {
  uint32_t source = 0;
  std::string_view column_family;
  PlanAction action = PlanAction::kSkip;
  std::string_view reason;  // "inside the range", ...
  int32_t source_level = 0;
  int32_t target_level = 0;
  FileNumber source_number;
  FileNumber target_number;     // 0 when skipped
  uint64_t size_bytes = 0;      // of the source file
  uint64_t expected_bytes = 0;  // in the target: 0, size_bytes, or an estimate
  std::string_view smallest_user_key;
  std::string_view largest_user_key;
  // Whether the file may hold `largest_user_key` itself. False when its upper bound is the end of a
  // range tombstone, which is exclusive (RocksDB's sentinel, `db/dbformat.h`).
  bool largest_included = true;
};

struct PlanTotals {
  uint64_t files_skipped = 0, files_linked = 0, files_trimmed = 0;
  uint64_t bytes_skipped = 0, bytes_linked = 0, bytes_trimmed = 0;  // of source files
  uint64_t bytes_expected = 0;                                      // of the target's SSTs
};

// What Run would do, decided from the MANIFESTs alone: no SST was opened. Immutable; cheap to move,
// not copyable; safe to read from several threads.
class RESCALE_EXPORT RescalePlan {
 public:
  RescalePlan(RescalePlan&&) noexcept;
  RescalePlan& operator=(RescalePlan&&) noexcept;
  ~RescalePlan();

  size_t target_count() const;
  uint32_t target_index(size_t target) const;  // the new subtask's index
  KeyGroupRange target_range(size_t target) const;
  PlanTotals totals(size_t target) const;
  std::vector<std::string> warnings(size_t target) const;
  // Every SST of every source and column family, skipped ones included.
  void ForEachFile(size_t target, const std::function<void(const PlannedSst&)>& visit) const;

  // For people, one paragraph a target: ranges, level table, files with action and reason.
  std::string ToText() const;
  // One document; keys carry units. docs/manual.md gives its shape.
  std::string ToJson() const;
  // A picture: key groups on x, sources and levels on y, one bar an SST, coloured by action.
  std::string ToSvg() const;

  struct Rep;
  explicit RescalePlan(std::unique_ptr<Rep> rep);

 private:
  std::unique_ptr<Rep> rep_;
};

// Reads the sources' MANIFESTs and plans. Ranges that overlap, or do not cover what is asked for, a
// source given twice: InvalidArgument. What cannot be rescaled (another comparator, user-defined
// timestamps, ...): NotSupported. Nothing is written.
RESCALE_EXPORT Result<RescalePlan> MakePlan(const PlanOptions& options);

}  // namespace rescale
