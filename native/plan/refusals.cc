// SPDX-License-Identifier: Apache-2.0
#include "plan/refusals.h"

#include <fmt/format.h>

#include <limits>

#include "manifest/consistency.h"

namespace rescale::plan {
namespace {

constexpr std::string_view kTimestampSuffix = ".u64ts";

// The MANIFEST's word, else that of OPTIONS, else empty.
std::string ComparatorOf(const Source& source, const manifest::ColumnFamily& family) {
  if (!family.comparator.empty()) return family.comparator;
  if (source.options == nullptr || !source.options->HasColumnFamily(family.name)) return "";
  return source.options->ColumnFamily(family.name).comparator;
}

Status CheckColumnFamily(const Source& source, const manifest::ColumnFamily& family,
                         std::vector<std::string>* warnings) {
  const std::string comparator = ComparatorOf(source, family);
  const bool has_timestamps = comparator.ends_with(kTimestampSuffix) ||
                              !family.user_defined_timestamps_persisted ||
                              !family.full_history_ts_low.empty();
  if (has_timestamps) {
    return Status::NotSupported(fmt::format(
        "{}: column family '{}' has user-defined timestamps (comparator '{}'), which follow each "
        "key; key groups cannot be cut there. Restore this state the stock way",
        source.name, family.name, comparator));
  }
  if (!comparator.empty() && comparator != manifest::kBytewiseComparatorName) {
    return Status::NotSupported(
        fmt::format("{}: column family '{}' is ordered by comparator '{}', not '{}'; its key "
                    "groups need not lie together. Restore this state the stock way",
                    source.name, family.name, comparator, manifest::kBytewiseComparatorName));
  }
  if (family.comparator.empty()) {
    warnings->push_back(
        fmt::format("{}: column family '{}': the MANIFEST names no comparator; "
                    "taken for '{}'",
                    source.name, family.name, manifest::kBytewiseComparatorName));
  }
  if (family.levels.size() > std::numeric_limits<int16_t>::max()) {
    return Status::NotSupported(fmt::format("{}: column family '{}' has {} levels", source.name,
                                            family.name, family.levels.size()));
  }
  return Status::Ok();
}

}  // namespace

Status CheckSource(const Source& source, std::vector<std::string>* warnings) {
  const manifest::Version& version = *source.version;
  for (const std::string& note : version.notes) {
    warnings->push_back(fmt::format("{}: {}", source.name, note));
  }
  for (const manifest::ColumnFamily& family : version.column_families) {
    RESCALE_RETURN_IF_ERROR(CheckColumnFamily(source, family, warnings));
  }
  return manifest::CheckConsistency(version, {.seqno_ordered_l0 = !manifest::HasEpochs(version)})
      .Within(source.name);
}

std::string TablePath(const Source& source, FileNumber number) {
  return fmt::format("{}/{:06}.sst", source.name, number.value);
}

std::string BlobPath(const Source& source, FileNumber number) {
  return fmt::format("{}/{:06}.blob", source.name, number.value);
}

}  // namespace rescale::plan
