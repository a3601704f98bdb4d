// SPDX-License-Identifier: Apache-2.0
#include "ingest/stage_database.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "base/stopwatch.h"
#include "checkpoint/checkpoint_files.h"
#include "fs/fs_util.h"
#include "manifest/consistency.h"
#include "manifest/manifest_writer.h"

namespace rescale::ingest {
namespace {

constexpr uint32_t kMetadataMode = 0644;

// The main source's options for the target's column families. A column family may have files in
// deeper levels than the main source ever had: RocksDB refuses to open with fewer levels than there
// are.
checkpoint::OptionsFile TargetOptions(const FileTaskContext& context,
                                      const std::vector<const checkpoint::OptionsFile*>& options,
                                      const manifest::Version& version) {
  const uint32_t main = context.plan->main_source;
  checkpoint::OptionsFile target = *options[main];
  std::vector<std::string> names;
  for (const auto& family : version.column_families) names.push_back(family.name);
  std::vector<const checkpoint::OptionsFile*> others;
  for (size_t i = 0; i < options.size(); ++i) {
    const bool gives = i != main && options[i] != nullptr && context.plan->ranges[i].takes_part;
    if (gives) others.push_back(options[i]);
  }
  target.Reshape(names, others);
  for (const auto& family : version.column_families) {
    const auto levels = static_cast<int32_t>(family.levels.size());
    if (levels <= target.ColumnFamily(family.name).num_levels) continue;
    target.SetColumnFamilyOption(family.name, "num_levels", fmt::format("{}", levels));
  }
  return target;
}

Status WriteOptions(const FileTaskContext& context,
                    const std::vector<const checkpoint::OptionsFile*>& options,
                    const manifest::Version& version, FileNumber number) {
  // Without one RocksDB opens all the same.
  if (options[context.plan->main_source] == nullptr) return Status::Ok();
  return WriteWholeFile(*context.fs,
                        JoinPath(context.staging_directory, checkpoint::OptionsFileName(number)),
                        TargetOptions(context, options, version).ToText(), kMetadataMode,
                        /*sync=*/true);
}

void SortByTargetNumber(TargetReport* report) {
  std::sort(
      report->files.begin(), report->files.end(),
      [](const FileOrigin& a, const FileOrigin& b) { return a.target_number < b.target_number; });
}

}  // namespace

Result<StagedDatabase> StageDatabase(const FileTaskContext& context,
                                     const std::vector<const checkpoint::OptionsFile*>& options,
                                     TargetReport* report) {
  Stopwatch watch;
  RESCALE_ASSIGN_OR_RETURN(const std::vector<TrimmedFile> trimmed, TrimFiles(context, report));
  report->trim_ms = watch.LapMs();
  const FileNumber manifest_number = context.plan->next_file_number;
  const FileNumber options_number{manifest_number.value + 1};
  const std::string db_id = RandomUuid();
  RESCALE_ASSIGN_OR_RETURN(
      const manifest::Version version,
      BuildTargetVersion(*context.plan, trimmed, db_id, FileNumber{options_number.value + 1}));
  RESCALE_RETURN_IF_ERROR(
      manifest::CheckConsistency(version, {.seqno_ordered_l0 = context.plan->seqno_ordered_level0})
          .Within("the planned database is not sound"));
  watch.LapMs();
  RESCALE_RETURN_IF_ERROR(LinkFiles(context, version, report));
  SortByTargetNumber(report);
  report->link_ms = watch.LapMs();
  RESCALE_RETURN_IF_ERROR(WriteOptions(context, options, version, options_number));
  RESCALE_RETURN_IF_ERROR(WriteWholeFile(*context.fs,
                                         JoinPath(context.staging_directory, "IDENTITY"),
                                         db_id + "\n", kMetadataMode, /*sync=*/true));
  const std::string manifest_name = checkpoint::ManifestFileName(manifest_number);
  RESCALE_RETURN_IF_ERROR(manifest::WriteManifest(
      *context.fs, JoinPath(context.staging_directory, manifest_name), version));
  report->manifest_ms = watch.LapMs();
  return StagedDatabase{manifest_number, manifest_name};
}

}  // namespace rescale::ingest
