// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_json.h"

#include <catch2/catch.hpp>

#include "plan/lsm_script.h"
#include "plan/random_sources.h"

namespace rescale::plan {
namespace {

using nlohmann::json;

TEST_CASE("plan as JSON: every file with its way, sizes with their unit") {
  LsmScript script;
  for (const std::string_view line :
       {"max-parallelism 128", "source old/0 owns 0-63 next 20 last 500",
        "L1 10 [0:a..31:z] 4K epoch 2", "L1 11 [32:a..64:) 8K epoch 2 blob 15", "blob 15 1M",
        "source old/1 owns 64-127 next 20 last 500", "L1 10 [64:a..127:z] 4K epoch 2"}) {
    script.Run(line);
  }
  std::vector<Plan> plans;
  plans.push_back(
      MakePlan(script.sources(), MaxParallelism::Create(128).value(), {16, 63}).value());
  plans.back().target_index = 3;
  const json document = json::parse(ToJsonText(plans));
  CHECK(document["max_parallelism"] == 128);
  REQUIRE(document["targets"].size() == 1);
  const json& target = document["targets"][0];
  CHECK(target["index"] == 3);
  CHECK(target["key_groups"] == json({{"first", 16}, {"last", 63}}));
  CHECK(target["sources"][1]["kept_key_groups"] == nullptr);
  CHECK(target["sources"][1]["takes_part"] == false);
  CHECK(target["totals"]["expected_bytes"] == 2048 + 8192);
  const json& family = target["column_families"][0];
  REQUIRE(family["files"].size() == 3);
  CHECK(family["files"][0] == json({{"source", 0},
                                    {"source_number", 10},
                                    {"source_level", 1},
                                    {"action", "trim"},
                                    {"reason", "crosses the begin"},
                                    {"size_bytes", 4096},
                                    {"smallest_user_key_hex", "0061"},
                                    {"largest_user_key_hex", "1f7a"},
                                    {"largest_user_key_included", true},
                                    {"target_number", 20},
                                    {"target_level", 1},
                                    {"target_epoch", 2},
                                    {"expected_bytes", 2048}}));
  CHECK(family["files"][1]["largest_user_key_included"] == false);
  CHECK(family["files"][2]["action"] == "skip");
  CHECK(!family["files"][2].contains("target_number"));
  CHECK(family["blob_files"] ==
        json::array({{{"source", 0}, {"number", 15}, {"size_bytes", 1 << 20}}}));
}

TEST_CASE("plan as JSON: a directory name that is no UTF-8 does not spoil the document") {
  LsmScript script;
  script.Run("max-parallelism 128");
  script.Run("source old\xff owns 0-127");
  std::vector<Plan> plans;
  plans.push_back(MakePlan(script.sources(), MaxParallelism::Create(128).value(), {0, 63}).value());
  CHECK(json::parse(ToJsonText(plans), nullptr, false).is_object());
}

TEST_CASE("plan as JSON: totals are the sum of the files") {
  for (uint32_t seed = 1; seed <= 50; ++seed) {
    INFO(seed);
    RandomSources random(seed);
    const auto plan = MakePlan(random.sources(), random.max_parallelism(), random.RandomTarget());
    REQUIRE(plan.ok());
    const json target = json(ToJson(*plan));
    uint64_t expected = 0;
    uint64_t skipped = 0;
    for (const char* families : {"column_families", "column_families_outside"}) {
      for (const json& family : target[families]) {
        for (const json& file : family["files"]) {
          if (file["action"] == "skip")
            ++skipped;
          else
            expected += file["expected_bytes"].get<uint64_t>();
        }
      }
    }
    CHECK(target["totals"]["files_skipped_count"] == skipped);
    CHECK(target["totals"]["expected_bytes"] == expected);
  }
}

}  // namespace
}  // namespace rescale::plan
