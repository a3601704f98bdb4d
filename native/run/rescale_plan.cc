// SPDX-License-Identifier: Apache-2.0
#include "base/cancel.h"
#include "rescale/plan.h"

#include <utility>

#include "base/internal_key.h"
#include "plan/plan.h"
#include "plan/plan_json.h"
#include "plan/plan_svg.h"
#include "plan/plan_text.h"
#include "run/loaded_source.h"
#include "run/targets.h"

namespace rescale {
namespace {

PlanAction PublicAction(plan::Action action) {
  switch (action) {
    case plan::Action::kSkip:
      return PlanAction::kSkip;
    case plan::Action::kLink:
      return PlanAction::kLink;
    case plan::Action::kTrim:
      return PlanAction::kTrim;
  }
  return PlanAction::kSkip;
}

uint64_t ExpectedBytesOf(const plan::Plan& plan, const plan::PlannedFile& file) {
  switch (file.action) {
    case plan::Action::kSkip:
      return 0;
    case plan::Action::kLink:
      return file.file->size_bytes;
    case plan::Action::kTrim:
      break;
  }
  const auto max_parallelism = MaxParallelism::Create(plan.max_parallelism);
  return plan::ExpectedBytes(*file.file, plan.ranges[file.source].keys,
                             max_parallelism.ok() ? max_parallelism->prefix_bytes() : 1);
}

PlannedSst PublicFile(const plan::Plan& plan, const plan::PlannedColumnFamily& family,
                      const plan::PlannedFile& file) {
  PlannedSst sst;
  sst.source = file.source;
  sst.column_family = family.name;
  sst.action = PublicAction(file.action);
  sst.reason = plan::ToString(file.reason);
  sst.source_level = file.file->level;
  sst.target_level = file.target_level;
  sst.source_number = file.file->number;
  sst.target_number = file.target_number;
  sst.size_bytes = file.file->size_bytes;
  sst.expected_bytes = ExpectedBytesOf(plan, file);
  sst.smallest_user_key = UserKeyOf(file.file->smallest());
  sst.largest_user_key = UserKeyOf(file.file->largest());
  sst.largest_included = !IsRangeTombstoneSentinel(file.file->largest());
  return sst;
}

}  // namespace

// The plans point into the sources, whose addresses stay as they are.
struct RescalePlan::Rep {
  std::vector<run::LoadedSource> sources;
  std::vector<plan::Plan> plans;
};

RescalePlan::RescalePlan(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
RescalePlan::RescalePlan(RescalePlan&&) noexcept = default;
RescalePlan& RescalePlan::operator=(RescalePlan&&) noexcept = default;
RescalePlan::~RescalePlan() = default;

size_t RescalePlan::target_count() const { return rep_->plans.size(); }
uint32_t RescalePlan::target_index(size_t target) const {
  return rep_->plans[target].target_index.value_or(0);
}
KeyGroupRange RescalePlan::target_range(size_t target) const { return rep_->plans[target].target; }

PlanTotals RescalePlan::totals(size_t target) const {
  const plan::Totals& t = rep_->plans[target].totals;
  return {t.files_skipped, t.files_linked,  t.files_trimmed, t.bytes_skipped,
          t.bytes_linked,  t.bytes_trimmed, t.bytes_expected};
}

std::vector<std::string> RescalePlan::warnings(size_t target) const {
  return rep_->plans[target].warnings;
}

void RescalePlan::ForEachFile(size_t target,
                              const std::function<void(const PlannedSst&)>& visit) const {
  const plan::Plan& plan = rep_->plans[target];
  for (const auto* families : {&plan.column_families, &plan.outside_column_families}) {
    for (const plan::PlannedColumnFamily& family : *families) {
      for (const plan::PlannedFile& file : family.files) visit(PublicFile(plan, family, file));
    }
  }
}

std::string RescalePlan::ToText() const { return plan::ToText(rep_->plans); }
std::string RescalePlan::ToJson() const { return plan::ToJsonText(rep_->plans); }
std::string RescalePlan::ToSvg() const { return plan::ToSvg(rep_->plans); }

Result<RescalePlan> MakePlan(const PlanOptions& options) {
  FileSystem& fs = options.file_system != nullptr ? *options.file_system : PosixFileSystem();
  RESCALE_ASSIGN_OR_RETURN(
      const std::vector<run::Target> targets,
      run::TargetsOf(options.max_parallelism, options.parallelism, options.index));
  auto rep = std::make_unique<RescalePlan::Rep>();
  RESCALE_ASSIGN_OR_RETURN(rep->sources, run::LoadSources(fs, options.sources, options.threads));
  const std::vector<plan::Source> views = run::PlannerSources(rep->sources);
  for (const run::Target& target : targets) {
    RESCALE_RETURN_IF_ERROR(CheckCancelled(options.cancel));
    auto plan = plan::MakePlan(views, options.max_parallelism, target.range,
                               {options.allow_gaps, options.expect_leftovers});
    if (!plan.ok()) return std::move(plan).status().Within(run::Frame(target));
    plan->target_index = target.index;
    rep->plans.push_back(std::move(plan).value());
  }
  run::AddWalWarnings(rep->sources, &rep->plans);
  return RescalePlan(std::move(rep));
}

}  // namespace rescale
