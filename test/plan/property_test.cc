// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "base/internal_key.h"
#include "manifest/consistency.h"
#include "plan/overlap.h"
#include "plan/plan_json.h"
#include "plan/plan_svg.h"
#include "plan/plan_text.h"
#include "plan/random_sources.h"
#include "plan/target_version.h"

namespace rescale::plan {
namespace {

bool ShareKeys(const manifest::FileMetaData& a, const manifest::FileMetaData& b) {
  return !UpperEnd::Of(a).IsBefore(UserKeyOf(b.smallest())) &&
         !UpperEnd::Of(b).IsBefore(UserKeyOf(a.smallest()));
}

// Files of one source stand newest first in a plan. Where two share a key, the newer one must be
// above the other in the target: in a shallower level, or in L0 with the higher epoch and, for old
// readers, sequence.
void CheckOrderKept(const PlannedColumnFamily& family, bool seqno_ordered) {
  for (size_t i = 0; i < family.files.size(); ++i) {
    for (size_t j = i + 1; j < family.files.size(); ++j) {
      const PlannedFile& newer = family.files[i];
      const PlannedFile& older = family.files[j];
      if (newer.source != older.source || newer.action == Action::kSkip ||
          older.action == Action::kSkip || !ShareKeys(*newer.file, *older.file)) {
        continue;
      }
      INFO(fmt::format("{} over {}", newer.file->number.value, older.file->number.value));
      if (newer.target_level != older.target_level) {
        CHECK(newer.target_level < older.target_level);
      } else if (newer.target_level == 0) {
        CHECK(newer.target_epoch > older.target_epoch);
        if (seqno_ordered) CHECK(newer.file->largest_seqno >= older.file->largest_seqno);
      } else {
        CHECK(newer.file->level == older.file->level);  // neighbours that share a user key
      }
    }
  }
}

void CheckRelief(const PlannedColumnFamily& family) {
  uint32_t level0 = 0;
  uint32_t moved = 0;
  for (const PlannedFile& planned : family.files) {
    if (planned.action == Action::kSkip) continue;
    if (planned.target_level == 0) ++level0;
    if (planned.target_level != planned.file->level) {
      ++moved;
      CHECK(planned.file->level == 0);
    }
  }
  CHECK(family.level0_files == level0);
  CHECK(family.level0_files_relieved == moved);
}

void CheckPlan(const Plan& plan) {
  INFO(ToText(plan));
  const Status consistent = manifest::CheckConsistency(
      TargetVersion(plan), {.seqno_ordered_l0 = plan.seqno_ordered_level0});
  INFO(consistent.ToString());
  CHECK(consistent.ok());
  for (const PlannedColumnFamily& family : plan.column_families) {
    CheckOrderKept(family, plan.seqno_ordered_level0);
    CheckRelief(family);
    for (const PlannedFile& planned : family.files) {
      CHECK((planned.action == Action::kSkip) == (planned.target_number.value == 0));
      if (planned.action == Action::kLink && planned.source == plan.main_source) {
        CHECK(planned.target_number == planned.file->number);
      }
    }
  }
}

TEST_CASE(
    "plan: every target of random sources is a sound database that keeps each source's order") {
  uint64_t planned = 0;
  uint64_t shifted = 0;
  uint64_t relieved = 0;
  for (uint32_t seed = 1; seed <= 500; ++seed) {
    INFO(fmt::format("seed {}", seed));
    RandomSources random(seed);
    for (const Source& source : random.sources()) {
      const Status sound = manifest::CheckConsistency(*source.version, {.seqno_ordered_l0 = true});
      INFO(sound.ToString());
      REQUIRE(sound.ok());  // else the generator is wrong
    }
    const KeyGroupRange target = random.RandomTarget();
    const auto plan = MakePlan(random.sources(), random.max_parallelism(), target);
    INFO(plan.status().ToString());
    REQUIRE(plan.ok());
    ++planned;
    CheckPlan(*plan);
    CHECK(ToText(*MakePlan(random.sources(), random.max_parallelism(), target)) == ToText(*plan));
    for (const PlannedColumnFamily& family : plan->column_families) {
      relieved += family.level0_files_relieved;
      for (const ColumnFamilySource& source : family.sources) {
        if (source.level0_seqno_offset != 0) ++shifted;
      }
    }
  }
  // The generator reaches what is to be tested.
  CHECK(planned == 500);
  CHECK(shifted > 50);
  CHECK(relieved > 50);
}

TEST_CASE("plan: over all targets, an SST is kept exactly where its owner's keys are") {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    INFO(fmt::format("seed {}", seed));
    RandomSources random(seed);
    std::map<const manifest::FileMetaData*, uint64_t> kept;
    const uint32_t parallelism = std::min(5u, random.max_parallelism().value());
    for (uint32_t i = 0; i < parallelism; ++i) {
      const KeyGroupRange target = random.max_parallelism().RangeOfSubtask(parallelism, i).value();
      const auto plan = MakePlan(random.sources(), random.max_parallelism(), target);
      REQUIRE(plan.ok());
      for (const auto* families : {&plan->column_families, &plan->outside_column_families}) {
        for (const PlannedColumnFamily& family : *families) {
          for (const PlannedFile& planned : family.files) {
            kept[planned.file] += planned.action == Action::kSkip ? 0 : 1;
          }
        }
      }
    }
    size_t files = 0;
    for (const Source& source : random.sources()) {
      const KeyRange owned = random.max_parallelism().ToKeyRange(source.owned);
      files += source.version->file_count();
      for (const auto& family : source.version->column_families) {
        for (const auto& level : family.levels) {
          for (const auto& file : level) {
            const bool owns_some = JudgeOverlap(file, owned).action != Action::kSkip;
            CHECK((kept.at(&file) > 0) == owns_some);
          }
        }
      }
    }
    CHECK(kept.size() == files);  // each is named in every plan, skipped or not
  }
}

TEST_CASE("plan: clipped sources merge without ranges") {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    INFO(fmt::format("seed {}", seed));
    RandomSources random(seed);
    // Each source alone, clipped to what it owns, as the merge would find it.
    std::vector<manifest::Version> clipped;
    for (const Source& source : random.sources()) {
      Source alone = source;
      const auto plan = MakePlan({alone}, random.max_parallelism(), source.owned);
      REQUIRE(plan.ok());
      clipped.push_back(TargetVersion(*plan));
    }
    std::vector<Source> sources;
    for (size_t i = 0; i < clipped.size(); ++i) {
      sources.push_back({random.sources()[i].name, {}, &clipped[i], nullptr});
    }
    const auto merged = PlanMerge(sources);
    INFO(merged.status().ToString());
    REQUIRE(merged.ok());
    CheckPlan(*merged);
    CHECK(merged->totals.files_skipped + merged->totals.files_trimmed == 0);
  }
}

}  // namespace
}  // namespace rescale::plan
