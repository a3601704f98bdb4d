// SPDX-License-Identifier: Apache-2.0
#include "state/contents.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/child.h"

namespace rescale::bench {
namespace {

using flink_state::Database;
using Keys = std::vector<std::pair<std::string, std::string>>;

class Digest {
 public:
  Digest() : state_(XXH3_createState(), XXH3_freeState) { XXH3_64bits_reset(state_.get()); }
  void Add(std::string_view bytes) {
    const uint64_t size = bytes.size();
    XXH3_64bits_update(state_.get(), &size, sizeof(size));
    XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
  }
  uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

// Keys that are met, thinned out as they become too many: every 2^n-th stays.
class Sample {
 public:
  explicit Sample(size_t limit) : limit_(limit) {}
  void Add(const std::string& family, const rocksdb::Slice& key) {
    if (limit_ == 0 || seen_++ % step_ != 0) return;
    keys_.emplace_back(family, key.ToString());
    if (keys_.size() < 2 * limit_) return;
    Keys half;
    for (size_t i = 0; i < keys_.size(); i += 2) half.push_back(std::move(keys_[i]));
    keys_ = std::move(half);
    step_ *= 2;
  }
  Keys Take() { return std::move(keys_); }

 private:
  size_t limit_;
  uint64_t seen_ = 0, step_ = 1;
  Keys keys_;
};

struct Reader {
  Digest digest;
  uint64_t entries = 0;
  Sample sample;

  // From `range.begin` to its end, or to the last key.
  void Read(const Database& database, const std::string& family, const KeyRange& range) {
    rocksdb::ReadOptions read;
    read.fill_cache = false;
    read.readahead_size = 2 << 20;
    const rocksdb::Slice end = range.end ? rocksdb::Slice(*range.end) : rocksdb::Slice();
    if (range.end) read.iterate_upper_bound = &end;
    auto& db = const_cast<Database&>(database).db();
    const std::unique_ptr<rocksdb::Iterator> it(db.NewIterator(read, database.Find(family)));
    for (it->Seek(range.begin); it->Valid(); it->Next()) {
      digest.Add(it->key().ToStringView());
      digest.Add(it->value().ToStringView());
      sample.Add(family, it->key());
      ++entries;
    }
    Check(it->status(), family);
  }
};

std::string ReadSources(const RestoreTask& task, size_t keys) {
  std::vector<std::unique_ptr<Database>> sources;
  for (const StateHandle& source : task.sources) {
    sources.push_back(OpenDatabase(*task.state, source.directory, Database::Mode::kReadOnly));
  }
  Reader reader{{}, 0, Sample(keys)};
  for (const std::string& family : task.families()) {
    reader.digest.Add(family);
    for (size_t i = 0; i < sources.size(); ++i) {
      reader.Read(*sources[i], family, task.PartOf(task.sources[i]));
    }
  }
  nlohmann::json sample = nlohmann::json::array();
  for (const auto& [family, key] : reader.sample.Take()) {
    sample.push_back({family, nlohmann::json::binary({key.begin(), key.end()})});
  }
  const auto bytes = nlohmann::json::to_cbor(
      {{"entries", reader.entries}, {"digest", reader.digest.value()}, {"keys", sample}});
  return {bytes.begin(), bytes.end()};
}

}  // namespace

Expected ExpectedOf(const RestoreTask& task, size_t keys) {
  const auto read = nlohmann::json::from_cbor(
      InChild("reading the sources", [&] { return ReadSources(task, keys); }));
  Expected expected{{read["entries"], read["digest"]}, {}};
  for (const auto& key : read["keys"]) {
    const auto& bytes = key[1].get_binary();
    expected.keys.emplace_back(key[0], std::string(bytes.begin(), bytes.end()));
  }
  if (expected.keys.empty()) throw std::runtime_error(task.name() + ": the sources are empty");
  return expected;
}

Contents ContentsOf(const Database& database, const RestoreTask& task) {
  Reader reader{{}, 0, Sample(0)};
  for (const std::string& family : task.families()) {
    reader.digest.Add(family);
    reader.Read(database, family, {});  // all: what is outside must not be visible either
  }
  return {reader.entries, reader.digest.value()};
}

}  // namespace rescale::bench
