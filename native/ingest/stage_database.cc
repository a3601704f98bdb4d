// SPDX-License-Identifier: Apache-2.0
#include "ingest/stage_database.h"

#include <algorithm>
#include <iterator>

#include "base/random.h"
#include "base/stopwatch.h"
#include "checkpoint/checkpoint_files.h"
#include "fs/fs_util.h"
#include "manifest/consistency.h"
#include "manifest/manifest_writer.h"

namespace rescale::ingest {
namespace {

constexpr uint32_t kMetadataMode = 0644;

Status WriteOptions(const FileTaskContext& context,
                    const std::vector<const checkpoint::OptionsFile*>& options, FileNumber number) {
  const checkpoint::OptionsFile* main = options[context.plan->main_source];
  if (main == nullptr) return Status::Ok();  // RocksDB opens without one
  checkpoint::OptionsFile target = *main;
  std::vector<std::string> names;
  for (const auto& family : context.plan->column_families) names.push_back(family.name);
  std::vector<const checkpoint::OptionsFile*> others;
  std::copy_if(options.begin(), options.end(), std::back_inserter(others),
               [&](const auto* o) { return o != nullptr && o != main; });
  target.Reshape(names, others);
  return WriteWholeFile(*context.fs,
                        JoinPath(context.staging_directory, checkpoint::OptionsFileName(number)),
                        target.ToText(), kMetadataMode, /*sync=*/true);
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
  RESCALE_RETURN_IF_ERROR(LinkFiles(context, report));
  SortByTargetNumber(report);
  report->link_ms = watch.LapMs();

  const FileNumber manifest_number = context.plan->next_file_number;
  const FileNumber options_number{manifest_number.value + 1};
  const std::string db_id = RandomUuid();
  RESCALE_ASSIGN_OR_RETURN(
      const manifest::Version version,
      BuildTargetVersion(*context.plan, trimmed, db_id, FileNumber{options_number.value + 1}));
  RESCALE_RETURN_IF_ERROR(manifest::CheckConsistency(
      version, {.seqno_ordered_l0 = context.plan->seqno_ordered_level0}));
  RESCALE_RETURN_IF_ERROR(WriteOptions(context, options, options_number));
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
