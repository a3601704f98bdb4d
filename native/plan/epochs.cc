// SPDX-License-Identifier: Apache-2.0
#include "plan/epochs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "plan/refusals.h"

namespace rescale::plan {
namespace {

// Far above what a database reaches, far below where adding up would wrap around.
constexpr uint64_t kLargestEpoch = uint64_t{1} << 56;

// By RocksDB's rule for files without epochs, starting above `base`.
void RecoverEpochs(std::span<PlannedFile> files, uint64_t base) {
  std::vector<PlannedFile*> order;
  for (PlannedFile& planned : files) {
    if (planned.action != Action::kSkip) order.push_back(&planned);
  }
  const auto age = [](const PlannedFile* planned) {
    const manifest::FileMetaData& file = *planned->file;
    const bool level0 = file.level == 0;  // deeper files are older, and of one age in a level
    return std::tuple(-file.level, level0 ? file.largest_seqno : SequenceNumber{},
                      level0 ? file.smallest_seqno : SequenceNumber{},
                      level0 ? file.number : FileNumber{});
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto* a, const auto* b) { return age(a) < age(b); });
  uint64_t epoch = base;
  const PlannedFile* before = nullptr;
  for (PlannedFile* planned : order) {
    if (before == nullptr || age(before) != age(planned)) ++epoch;
    planned->target_epoch = epoch;
    before = planned;
  }
}

// Epochs of the files of one source, above `base`; returns the highest.
Result<uint64_t> AssignSource(const Source& source, std::span<PlannedFile> files, uint64_t base) {
  const bool complete = std::all_of(files.begin(), files.end(), [](const PlannedFile& planned) {
    return planned.file->epoch_number != 0;
  });
  if (!complete) RecoverEpochs(files, base);
  uint64_t highest = base;
  for (PlannedFile& planned : files) {
    if (planned.action == Action::kSkip) continue;
    if (complete) {
      if (planned.file->epoch_number > kLargestEpoch - base) {
        return Status::Corruption(fmt::format("epoch number {} is more than any database reaches",
                                              planned.file->epoch_number))
            .At(TablePath(source, planned.file->number));
      }
      planned.target_epoch = base + planned.file->epoch_number;
    }
    highest = std::max(highest, planned.target_epoch);
  }
  return highest;
}

}  // namespace

Status AssignEpochs(const std::vector<Source>& sources, Plan* plan) {
  for (PlannedColumnFamily& family : plan->column_families) {
    uint64_t base = 0;
    // Files stand by source.
    for (size_t begin = 0, end = 0; begin < family.files.size(); begin = end) {
      const uint32_t source = family.files[begin].source;
      while (end < family.files.size() && family.files[end].source == source) ++end;
      RESCALE_ASSIGN_OR_RETURN(
          base,
          AssignSource(sources[source], std::span(family.files).subspan(begin, end - begin), base));
    }
  }
  return Status::Ok();
}

}  // namespace rescale::plan
