// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

#include "commands.h"
#include "exit_code.h"
#include "output.h"
#include "plan_request.h"
#include "rescale/run.h"
#include "target_report.h"
#include "write_request.h"

namespace rescale::cli {

namespace {

std::vector<uint32_t> TargetIndexes(const RunOptions& options) {
  if (options.index) return {*options.index};
  std::vector<uint32_t> indexes(options.parallelism);
  for (uint32_t i = 0; i < options.parallelism; ++i) indexes[i] = i;
  return indexes;
}

// The targets that are there.
std::set<uint32_t> ExistingTargets(const RunOptions& options) {
  std::set<uint32_t> existing;
  for (const uint32_t index : TargetIndexes(options)) {
    if (PosixFileSystem().Stat(fmt::format("{}/{}", options.out, index)).ok()) {
      existing.insert(index);
    }
  }
  return existing;
}

// After a failure: which targets were finished by this run, and how to get the others. Sources that
// are damaged or beyond us fail again, so that the same command is no advice.
std::string HowToGoOn(const RunOptions& options, const std::set<uint32_t>& before,
                      StatusCode code) {
  std::vector<uint32_t> finished;
  std::vector<uint32_t> missing;
  const std::set<uint32_t> now = ExistingTargets(options);
  for (const uint32_t index : TargetIndexes(options)) {
    if (!now.contains(index)) {
      missing.push_back(index);
    } else if (!before.contains(index)) {
      finished.push_back(index);
    }
  }
  if (finished.empty()) {
    const bool may_pass_next = code == StatusCode::kCancelled;
    return fmt::format("no target was published and nothing partial is left{}",
                       may_pass_next ? "; to go on, give the same command again" : "");
  }
  return fmt::format(
      "finished and kept in {}: {}; nothing partial is left. To go on, give the same command with "
      "--index for each of: {}",
      options.out, fmt::join(finished, ", "), fmt::join(missing, ", "));
}

Json PlanJson(const RescalePlan& plan) {
  Json targets = Json::array();
  for (size_t target = 0; target < plan.target_count(); ++target) {
    const PlanTotals totals = plan.totals(target);
    targets.push_back({{"index", plan.target_index(target)},
                       {"key_groups", ToJson(plan.target_range(target))},
                       {"files_skipped_count", totals.files_skipped},
                       {"files_linked_count", totals.files_linked},
                       {"files_trimmed_count", totals.files_trimmed},
                       {"skipped_bytes", totals.bytes_skipped},
                       {"linked_bytes", totals.bytes_linked},
                       {"trimmed_bytes", totals.bytes_trimmed},
                       {"expected_bytes", totals.bytes_expected}});
  }
  return targets;
}

Status Report(const RunReport& report, const Json& plan, bool json) {
  if (json) {
    Json document;
    document["plan"] = plan;
    document["targets"] = Json::array();
    for (const TargetReport& target : report.targets) {
      document["targets"].push_back(TargetJson(target));
    }
    document["total_ms"] = report.total_ms;
    return WriteJson(document);
  }
  std::string text;
  for (const TargetReport& target : report.targets) text += TargetLine(target);
  WriteWarnings(report.targets);
  return WriteStdout(text + TotalLine(report));
}

// Plans once more than Run itself does, so that the plan is seen before anything is written, and a
// stdout that nobody reads is noticed in time.
Result<Json> AnnouncePlan(const Arguments& arguments, const PlanOptions& options) {
  RESCALE_ASSIGN_OR_RETURN(const RescalePlan plan, MakePlan(options));
  if (const std::string* file = arguments.Value("svg")) {
    RESCALE_RETURN_IF_ERROR(WriteSvg(plan, *file, options.sources));
  }
  if (!arguments.Has("quiet") && !arguments.Has("json")) {
    RESCALE_RETURN_IF_ERROR(
        WriteStdout(PlanSummary(plan, options.sources.size(), options.max_parallelism)));
  }
  return PlanJson(plan);
}

}  // namespace

Status RunRunCommand(const Arguments& arguments) {
  RESCALE_ASSIGN_OR_RETURN(PlanOptions plan_options, PlanOptionsOf(arguments));
  RunOptions options;
  options.sources = plan_options.sources;
  options.max_parallelism = plan_options.max_parallelism;
  options.parallelism = plan_options.parallelism;
  options.index = plan_options.index;
  options.out = *arguments.Value("out");
  RESCALE_RETURN_IF_ERROR(CheckOutput(options));
  if (arguments.Has("dry-run")) return ShowPlan(arguments, plan_options);

  WriteRequest request(arguments);
  RESCALE_ASSIGN_OR_RETURN(options.write, request.Options());
  plan_options.cancel = options.write.cancel;
  RESCALE_ASSIGN_OR_RETURN(const Json plan, AnnouncePlan(arguments, plan_options));
  const std::set<uint32_t> before = ExistingTargets(options);
  const Result<RunReport> report = Run(options);
  request.Finish();
  if (report.ok()) return ReportOf(Report(*report, plan, arguments.Has("json")), options.out);

  const bool refused = ExitCodeOf(report.status().code()) == kExitUnavailable ||
                       ExitCodeOf(report.status().code()) == kExitUsage;
  if (!refused && !arguments.Has("quiet")) {
    WriteNote(HowToGoOn(options, before, report.status().code()));
  }
  return report.status();
}

}  // namespace rescale::cli
