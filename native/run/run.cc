// SPDX-License-Identifier: Apache-2.0
#include "rescale/run.h"

#include <fmt/format.h>

#include <functional>

#include "base/stopwatch.h"
#include "fs/fs_util.h"
#include "ingest/progress_meter.h"
#include "plan/plan.h"
#include "run/loaded_source.h"
#include "run/publication.h"
#include "run/targets.h"
#include "run/write_file_system.h"
#include "run/write_target.h"

namespace rescale {
namespace {

using Planner = std::function<Result<plan::Plan>(const std::vector<plan::Source>&)>;

// "a/b" for "a/b/": names are made by appending.
std::string WithoutSlashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// Clip and Ingest: one target, which is the output directory itself.
Result<TargetReport> WriteSingle(const std::vector<StateHandle>& handles, const std::string& out,
                                 const WriteOptions& options, const KeyGroupRange* wanted,
                                 const Planner& planner) {
  run::WriteFileSystem file_system(options);
  FileSystem& fs = file_system.get();
  TargetReport report;
  report.directory = out;
  ingest::ProgressMeter progress(options.progress);
  progress.SetPhase("plan");
  Stopwatch watch;
  RESCALE_ASSIGN_OR_RETURN(auto sources, run::LoadSources(fs, handles, options.threads));
  RESCALE_RETURN_IF_ERROR(run::CheckOutside(fs, out, handles));
  RESCALE_RETURN_IF_ERROR(planner(run::PlannerSources(sources)).status());
  RESCALE_ASSIGN_OR_RETURN(auto publication, run::Publication::CreateSingle(fs, out));
  run::FlushedCopies flushed(fs, out + "-sources");
  RESCALE_RETURN_IF_ERROR(flushed.Flush(&sources, options, wanted, &progress));
  RESCALE_ASSIGN_OR_RETURN(const plan::Plan plan, planner(run::PlannerSources(sources)));
  report.sources_flushed = flushed.count();
  report.plan_ms = report.total_ms = watch.LapMs();
  RESCALE_ASSIGN_OR_RETURN(const uint32_t mode, run::TargetMode(fs, plan, sources));
  RESCALE_ASSIGN_OR_RETURN(const std::string staging, publication.AddTarget("", mode));
  RESCALE_ASSIGN_OR_RETURN(
      const FileNumber manifest,
      run::StageTarget(fs, plan, sources, staging, options, &progress, &report));
  publication.SetManifest(manifest);
  watch.LapMs();
  progress.SetPhase("publish");
  RESCALE_RETURN_IF_ERROR(publication.Publish());
  report.publish_ms = watch.LapMs();
  report.total_ms += report.publish_ms;
  progress.Finish();
  return report;
}

std::string DirectoryOf(const RunOptions& options, const run::Target& target) {
  return JoinPath(options.out, fmt::format("{}", target.index));
}

plan::Expected ExpectedBy(const RunOptions& options) {
  return {options.allow_gaps, options.expect_leftovers};
}

// Plans every target, so that what cannot end well is refused before anything is written. Planning
// is cheap and plans are large, so they are made again one by one.
Status Rehearse(const RunOptions& options, const std::vector<run::LoadedSource>& sources,
                const std::vector<run::Target>& targets) {
  const std::vector<plan::Source> views = run::PlannerSources(sources);
  for (const run::Target& target : targets) {
    RESCALE_RETURN_IF_ERROR(
        plan::MakePlan(views, options.max_parallelism, target.range, ExpectedBy(options))
            .status()
            .Within(run::Frame(target)));
  }
  return Status::Ok();
}

// Plans and stages one target of a run.
Result<TargetReport> WriteOne(FileSystem& fs, const RunOptions& options, const run::Target& target,
                              const std::vector<run::LoadedSource>& sources,
                              run::Publication* publication, ingest::ProgressMeter* progress) {
  Stopwatch watch;
  TargetReport written;
  written.index = target.index;
  written.directory = DirectoryOf(options, target);
  RESCALE_ASSIGN_OR_RETURN(const plan::Plan plan,
                           plan::MakePlan(run::PlannerSources(sources), options.max_parallelism,
                                          target.range, ExpectedBy(options)));
  written.plan_ms = written.total_ms = watch.LapMs();
  RESCALE_ASSIGN_OR_RETURN(const uint32_t mode, run::TargetMode(fs, plan, sources));
  RESCALE_ASSIGN_OR_RETURN(const std::string staging,
                           publication->AddTarget(fmt::format("{}", target.index), mode));
  RESCALE_ASSIGN_OR_RETURN(
      const FileNumber manifest,
      run::StageTarget(fs, plan, sources, staging, options.write, progress, &written));
  publication->SetManifest(manifest);
  return written;
}

}  // namespace

Status CheckOutput(const RunOptions& asked) {
  RunOptions options = asked;
  options.out = WithoutSlashes(options.out);
  run::WriteFileSystem file_system(options.write);
  FileSystem& fs = file_system.get();
  RESCALE_ASSIGN_OR_RETURN(
      const std::vector<run::Target> targets,
      run::TargetsOf(options.max_parallelism, options.parallelism, options.index));
  RESCALE_RETURN_IF_ERROR(run::CheckOutside(fs, options.out, options.sources));
  const auto out = fs.Stat(options.out);
  if (!out.ok()) return Status::Ok();  // not there, or the run will say what is wrong with it
  if (!out->is_directory) {
    return Status::InvalidArgument("the output is a file; choose another --out").At(options.out);
  }
  for (const run::Target& target : targets) {
    if (!fs.Stat(DirectoryOf(options, target)).ok()) continue;
    return Status::AlreadyExists(
               "the target exists; choose another --out, or remove it if it is no longer wanted")
        .At(DirectoryOf(options, target));
  }
  return Status::Ok();
}

Result<RunReport> Run(const RunOptions& asked) {
  RunOptions options = asked;
  options.out = WithoutSlashes(options.out);
  run::WriteFileSystem file_system(options.write);
  FileSystem& fs = file_system.get();
  Stopwatch total;
  ingest::ProgressMeter progress(options.write.progress);
  progress.SetPhase("plan");
  RESCALE_RETURN_IF_ERROR(CheckOutput(options));
  RESCALE_ASSIGN_OR_RETURN(
      const std::vector<run::Target> targets,
      run::TargetsOf(options.max_parallelism, options.parallelism, options.index));
  RESCALE_ASSIGN_OR_RETURN(auto sources,
                           run::LoadSources(fs, options.sources, options.write.threads));
  RESCALE_RETURN_IF_ERROR(Rehearse(options, sources, targets));

  RunReport report;
  RESCALE_ASSIGN_OR_RETURN(auto publication,
                           run::Publication::Create(fs, options.out, !options.index));
  run::FlushedCopies flushed(
      fs, fmt::format("{}-{}-sources", options.out, options.index ? *options.index : 0));
  const KeyGroupRange wanted{targets.front().range.first, targets.back().range.last};
  RESCALE_RETURN_IF_ERROR(flushed.Flush(&sources, options.write, &wanted, &progress));
  for (const run::Target& target : targets) {
    auto written = WriteOne(fs, options, target, sources, &publication, &progress);
    if (!written.ok()) return std::move(written).status().Within(run::Frame(target));
    written->sources_flushed = flushed.count();
    report.targets.push_back(std::move(written).value());
  }
  progress.SetPhase("publish");
  Stopwatch publish;
  RESCALE_RETURN_IF_ERROR(publication.Publish());
  for (TargetReport& target : report.targets) {
    target.publish_ms = publish.TotalMs() / static_cast<double>(report.targets.size());
    target.total_ms += target.publish_ms;
  }
  progress.Finish();
  report.total_ms = total.TotalMs();
  return report;
}

Result<TargetReport> Clip(const ClipOptions& options) {
  const KeyGroupRange kept = Intersect(options.range, options.source.owned);
  if (kept.empty()) {
    return Status::InvalidArgument(
        fmt::format("the range {} has no key group of what the source owns, {}",
                    ToString(options.range), ToString(options.source.owned)));
  }
  return WriteSingle({options.source}, WithoutSlashes(options.out), options.write, &kept,
                     [&](const std::vector<plan::Source>& sources) {
                       return plan::MakePlan(sources, options.max_parallelism, kept);
                     });
}

Result<TargetReport> Ingest(const IngestOptions& options) {
  std::vector<StateHandle> handles;
  for (const std::string& directory : options.directories) handles.push_back({directory, {}});
  return WriteSingle(handles, WithoutSlashes(options.out), options.write, nullptr, plan::PlanMerge);
}

}  // namespace rescale
