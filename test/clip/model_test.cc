// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "base/random.h"
#include "clip/clip_check.h"
#include "clip/clipped_db.h"

// Random operations, options and ranges against a std::map. RESCALE_SEED replays a failure.
namespace rescale::test {
namespace {

using Random = std::mt19937_64;

std::string RandomKey(Random& random) {
  return fmt::format("{}{:0{}}", static_cast<char>(random() % 8), random() % 30, random() % 3 + 1);
}

KeyRange RandomRange(Random& random) {
  std::string begin = RandomKey(random);
  std::string end = RandomKey(random);
  if (end < begin) std::swap(begin, end);
  if (random() % 5 == 0) begin.resize(1);
  if (random() % 5 == 0) return {begin, std::nullopt};
  return {random() % 5 == 0 ? "" : begin, end};
}

// Applies one random operation to the database and to the model.
void Step(Random& random, rocksdb::DB* db, Model* model) {
  const std::string key = RandomKey(random);
  const auto kind = random() % 10;
  if (kind < 6) {
    const std::string value = fmt::format("{}", random() % 100000);
    RequireOk(db->Put({}, key, value));
    (*model)[key] = value;
  } else if (kind < 7) {
    const std::string operand = fmt::format("m{}", random() % 10);
    RequireOk(db->Merge({}, key, operand));
    const auto at = model->find(key);
    (*model)[key] = at == model->end() ? operand : at->second + "," + operand;
  } else if (kind < 9) {
    RequireOk(db->Delete({}, key));
    model->erase(key);
  } else {
    const KeyRange range = RandomRange(random);
    if (!range.end || range.begin >= *range.end) return;
    RequireOk(db->DeleteRange({}, db->DefaultColumnFamily(), range.begin, *range.end));
    model->erase(model->lower_bound(range.begin), model->lower_bound(*range.end));
  }
}

void RunOnce(uint64_t seed, const std::vector<TableCase>& cases) {
  Random random(seed);
  const TableCase& table_case = cases[random() % cases.size()];
  INFO("RESCALE_SEED=" << seed << ", " << table_case.name);
  Model model;
  const auto source = MakeSource(table_case, [&](rocksdb::DB* db) {
    const auto operations = random() % 800 + 1;
    for (uint64_t i = 0; i < operations; ++i) {
      Step(random, db, &model);
      if (random() % 150 == 0) RequireOk(db->Flush({}));
      if (random() % 400 == 0) {
        RequireOk(db->CompactRange({}, nullptr, nullptr));
      }
    }
    RequireOk(db->Flush({}));
  });
  for (int i = 0; i < 3; ++i) {
    const KeyRange range = RandomRange(random);
    INFO("range " << ToString(range));
    const TempDir out;
    MakeClippedDb(*source, {range}, out.path());
    CheckDb(out.path(), source->options, Restrict(model, {range}), model);
  }
}

}  // namespace

TEST_CASE("clip: random databases, options and ranges agree with a map") {
  const std::vector<TableCase> cases = TableCases();
  if (const char* seed = std::getenv("RESCALE_SEED")) {
    RunOnce(std::strtoull(seed, nullptr, 10), cases);
    return;
  }
  const char* rounds = std::getenv("RESCALE_ROUNDS");
  const uint64_t first = RandomNonZero64();
  for (uint64_t i = 0; i < (rounds != nullptr ? std::strtoull(rounds, nullptr, 10) : 12); ++i) {
    RunOnce(first + i, cases);
  }
}

}  // namespace rescale::test
