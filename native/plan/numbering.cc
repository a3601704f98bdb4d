// SPDX-License-Identifier: Apache-2.0
#include "plan/numbering.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/refusals.h"

namespace rescale::plan {
namespace {

// Far above what a database reaches, and far below 2^62, from which on file names are not read.
constexpr uint64_t kLargestFileNumber = uint64_t{1} << 61;

Status CheckRoom(std::string_view what, FileNumber number) {
  if (number.value < kLargestFileNumber) return Status::Ok();
  return Status::Corruption(
      fmt::format("{}: number {} is more than any database reaches", what, number.value));
}

}  // namespace

Status NumberFiles(const std::vector<Source>& sources, Plan* plan) {
  const Source& main = sources[plan->main_source];
  RESCALE_RETURN_IF_ERROR(CheckRoom(main.name + ": next file", main.version->next_file_number));
  uint64_t next = main.version->next_file_number.value;
  for (const PlannedColumnFamily& family : plan->column_families) {
    for (const auto& [source, blob] : family.blob_files) {
      RESCALE_RETURN_IF_ERROR(CheckRoom(BlobPath(sources[source], blob->number), blob->number));
      next = std::max(next, blob->number.value + 1);
    }
  }
  for (PlannedColumnFamily& family : plan->column_families) {
    for (PlannedFile& planned : family.files) {
      if (planned.action == Action::kSkip) continue;
      const bool keeps = planned.action == Action::kLink && planned.source == plan->main_source;
      planned.target_number = keeps ? planned.file->number : FileNumber{next++};
    }
  }
  plan->next_file_number = FileNumber{next};
  return Status::Ok();
}

}  // namespace rescale::plan
