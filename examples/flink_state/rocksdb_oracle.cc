// SPDX-License-Identifier: Apache-2.0
#include "flink_state/rocksdb_oracle.h"

#include <algorithm>

#include "flink_state/database.h"
#include "flink_state/database_check.h"
#include "flink_state/directory.h"
#include "flink_state/rocksdb_options.h"

namespace flink_state {
namespace {

using rescale::Status;

constexpr size_t kCacheBytes = 32 << 20;
constexpr size_t kSmallCacheBytes = 4 << 20;

Status ReadFamily(Database* database, const std::string& family, const rescale::KeyRange& keys,
                  Entries* entries) {
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  const std::unique_ptr<rocksdb::Iterator> it(
      database->db().NewIterator(options, database->Find(family)));
  for (it->Seek(keys.begin); it->Valid(); it->Next()) {
    if (!keys.Contains(it->key().ToStringView())) break;
    if (!entries->emplace(it->key().ToString(), it->value().ToString()).second) {
      return Status::InvalidArgument("two sources own the same key of " + family);
    }
  }
  return FromRocksDb(it->status(), family);
}

void ReadChecks(DatabaseCheck* check, uint64_t seed) {
  check->CheckScans();
  check->CheckGets();
  check->CheckSeeks(seed);
}

void WriteChecks(DatabaseCheck* check, uint64_t seed) {
  check->Write();
  check->CheckScans();
  check->CheckGets();
  check->Compact();
  ReadChecks(check, seed + 1);
  check->Close();
  if (check->Open()) check->CheckScans();
}

void UseInTurns(const std::vector<std::unique_ptr<DatabaseCheck>>& checks,
                const OracleOptions& options) {
  const auto each = [&checks](auto step) {
    for (const auto& check : checks) step(*check);
  };
  each([](DatabaseCheck& check) { check.CheckScans(); });
  each([](DatabaseCheck& check) { check.CheckGets(); });
  each([&](DatabaseCheck& check) { check.CheckSeeks(options.seed); });
  if (!options.write) return;
  each([](DatabaseCheck& check) { check.Write(); });
  each([](DatabaseCheck& check) { check.CheckScans(); });
  each([](DatabaseCheck& check) { check.Compact(); });
  each([](DatabaseCheck& check) { check.CheckScans(); });
  each([](DatabaseCheck& check) { check.CheckGets(); });
}

void Count(const Model& expected, Judgement* judgement) {
  judgement->column_families = std::max<uint64_t>(judgement->column_families, expected.size());
  for (const auto& [family, entries] : expected) judgement->entries += entries.size();
}

}  // namespace

std::string Judgement::ToString() const {
  std::string text;
  for (const std::string& fault : faults) text += fault + "\n";
  return text;
}

rescale::Result<Model> ReadSources(const std::vector<rescale::StateHandle>& sources,
                                   const rescale::KeyGroupRange& target,
                                   const rescale::MaxParallelism& max_parallelism,
                                   std::shared_ptr<rocksdb::Cache> cache) {
  if (cache == nullptr) cache = rocksdb::NewLRUCache(kCacheBytes);
  Model model;
  for (const rescale::StateHandle& source : sources) {
    const rescale::KeyRange keys =
        max_parallelism.ToKeyRange(rescale::Intersect(source.owned, target));
    RESCALE_ASSIGN_OR_RETURN(
        const auto database,
        Database::OpenExisting(source.directory, Database::Mode::kReadOnly, cache));
    for (const auto& [family, handle] : database->families()) {
      Entries& entries = model[family];
      if (keys.empty()) continue;
      RESCALE_RETURN_IF_ERROR(
          ReadFamily(database.get(), family, keys, &entries).Within(source.directory));
    }
    RESCALE_RETURN_IF_ERROR(database->Close());
  }
  return model;
}

Judgement CheckRescaled(const std::string& result_directory,
                        const std::vector<rescale::StateHandle>& sources,
                        const rescale::KeyGroupRange& target,
                        const rescale::MaxParallelism& max_parallelism,
                        const OracleOptions& options) {
  const auto cache = options.cache ? options.cache : rocksdb::NewLRUCache(kCacheBytes);
  auto expected = ReadSources(sources, target, max_parallelism, cache);
  Judgement judgement;
  if (!expected.ok()) {
    judgement.faults = {"sources: " + expected.status().ToString()};
    return judgement;
  }
  Count(*expected, &judgement);

  const TempDirectory work("rescale-oracle");
  Faults faults;
  DatabaseCheck check(result_directory, work / "0", std::move(expected).value(),
                      max_parallelism.ToKeyRange(target), cache, &faults);
  if (check.Open()) {
    check.CheckFiles();
    ReadChecks(&check, options.seed);
    if (options.write && faults.empty()) WriteChecks(&check, options.seed);
  }
  judgement.faults = faults.Take();
  return judgement;
}

Judgement CheckTogether(const std::vector<Target>& targets,
                        const std::vector<rescale::StateHandle>& sources,
                        const rescale::MaxParallelism& max_parallelism,
                        const OracleOptions& options) {
  const auto cache = options.cache ? options.cache : rocksdb::NewLRUCache(kSmallCacheBytes);
  const TempDirectory work("rescale-oracle");
  Judgement judgement;
  Faults faults;
  std::vector<std::unique_ptr<DatabaseCheck>> checks;
  for (const Target& target : targets) {
    auto expected = ReadSources(sources, target.groups, max_parallelism, cache);
    if (!expected.ok()) {
      faults.Add("sources", expected.status());
      break;
    }
    Count(*expected, &judgement);
    checks.push_back(std::make_unique<DatabaseCheck>(
        target.directory, work / std::to_string(checks.size()), std::move(expected).value(),
        max_parallelism.ToKeyRange(target.groups), cache, &faults));
    if (!checks.back()->Open()) break;
    checks.back()->CheckFiles();
  }
  if (faults.empty()) UseInTurns(checks, options);
  judgement.faults = faults.Take();
  return judgement;
}

}  // namespace flink_state
