// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <fmt/format.h>

#include "plan/column_family_merge.h"
#include "plan/epochs.h"
#include "plan/kept_files.h"
#include "plan/key_group_check.h"
#include "plan/level0_relief.h"
#include "plan/numbering.h"
#include "plan/overlap.h"
#include "plan/owned_ranges.h"
#include "plan/refusals.h"
#include "plan/sequence_order.h"
#include "plan/source_overlap.h"

namespace rescale::plan {
namespace {

Status CheckSources(const std::vector<Source>& sources) {
  if (sources.empty()) return Status::InvalidArgument("no sources were given");
  for (const Source& source : sources) {
    if (source.version == nullptr) {
      return Status::Internal(fmt::format("{}: planned without its MANIFEST", source.name));
    }
  }
  return Status::Ok();
}

void NameSources(const std::vector<Source>& sources, Plan* plan) {
  plan->ranges.resize(sources.size());
  for (const Source& source : sources) plan->source_names.push_back(source.name);
}

void ChooseMainSource(Plan* plan) {
  while (!plan->ranges[plan->main_source].takes_part) ++plan->main_source;
}

void AddUp(const PlannedColumnFamily& family, const Plan& plan, size_t prefix_bytes,
           Totals* totals) {
  for (const PlannedFile& planned : family.files) {
    const uint64_t size = planned.file->size_bytes;
    switch (planned.action) {
      case Action::kSkip:
        ++totals->files_skipped;
        totals->bytes_skipped += size;
        break;
      case Action::kLink:
        ++totals->files_linked;
        totals->bytes_linked += size;
        totals->bytes_expected += size;
        break;
      case Action::kTrim:
        ++totals->files_trimmed;
        totals->bytes_trimmed += size;
        totals->bytes_expected +=
            ExpectedBytes(*planned.file, plan.ranges[planned.source].keys, prefix_bytes);
        break;
    }
  }
}

// What follows once the ranges say which keys of which source are kept.
Status FillPlan(const std::vector<Source>& sources, size_t prefix_bytes, Plan* plan) {
  ChooseMainSource(plan);
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (!plan->ranges[i].takes_part) continue;
    RESCALE_RETURN_IF_ERROR(CheckSource(sources[i], &plan->warnings));
  }
  MergeColumnFamilies(sources, plan);
  JudgeFiles(sources, plan);
  if (plan->max_parallelism == 0) RESCALE_RETURN_IF_ERROR(CheckSourcesApart(sources, *plan));
  RESCALE_RETURN_IF_ERROR(InspectKeptFiles(sources, plan));
  RESCALE_RETURN_IF_ERROR(NumberFiles(sources, plan));
  RelieveLevel0(sources, plan);
  RESCALE_RETURN_IF_ERROR(AssignEpochs(sources, plan));
  RESCALE_RETURN_IF_ERROR(OrderSequences(sources, plan));
  for (const auto* families : {&plan->column_families, &plan->outside_column_families}) {
    for (const PlannedColumnFamily& family : *families) {
      AddUp(family, *plan, prefix_bytes, &plan->totals);
    }
  }
  return Status::Ok();
}

}  // namespace

Result<Plan> MakePlan(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      const KeyGroupRange& target, const Expected& expected) {
  RESCALE_RETURN_IF_ERROR(CheckSources(sources));
  RESCALE_RETURN_IF_ERROR(CheckOwnedRanges(sources, max_parallelism, target, expected.gaps));
  Plan plan;
  plan.target = target;
  plan.max_parallelism = max_parallelism.value();
  NameSources(sources, &plan);
  for (size_t i = 0; i < sources.size(); ++i) {
    SourceRange& range = plan.ranges[i];
    range.owned = sources[i].owned;
    range.groups = Intersect(range.owned, target);
    range.takes_part = !range.groups.empty();
    range.keys = max_parallelism.ToKeyRange(range.groups);
  }
  RESCALE_RETURN_IF_ERROR(CheckKeyGroups(sources, max_parallelism, expected.leftovers, &plan));
  RESCALE_RETURN_IF_ERROR(FillPlan(sources, max_parallelism.prefix_bytes(), &plan));
  return plan;
}

Result<Plan> PlanMerge(const std::vector<Source>& sources) {
  RESCALE_RETURN_IF_ERROR(CheckSources(sources));
  Plan plan;
  NameSources(sources, &plan);
  for (SourceRange& range : plan.ranges) range.takes_part = true;  // and all keys are kept
  RESCALE_RETURN_IF_ERROR(FillPlan(sources, 0, &plan));
  return plan;
}

std::string_view ToString(Action action) {
  switch (action) {
    case Action::kSkip:
      return "skip";
    case Action::kLink:
      return "link";
    case Action::kTrim:
      return "trim";
  }
  return "?";
}

std::string_view ToString(Reason reason) {
  switch (reason) {
    case Reason::kSourceOutside:
      return "source outside the target";
    case Reason::kBelowRange:
      return "below the range";
    case Reason::kAboveRange:
      return "above the range";
    case Reason::kInside:
      return "inside the range";
    case Reason::kCrossesBegin:
      return "crosses the begin";
    case Reason::kCrossesEnd:
      return "crosses the end";
    case Reason::kCrossesBoth:
      return "crosses both ends";
  }
  return "?";
}

}  // namespace rescale::plan
