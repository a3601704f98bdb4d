// SPDX-License-Identifier: Apache-2.0
#include "plan/random_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/internal_key.h"
#include "manifest/level_order.h"

namespace rescale::plan {
namespace {

// Gives every file its epoch as RocksDB would have: deeper is older.
void GiveEpochs(uint64_t first, manifest::ColumnFamily* family) {
  uint64_t epoch = first;
  for (size_t level = family->levels.size(); level-- > 1;) {
    for (manifest::FileMetaData& file : family->levels[level]) file.epoch_number = epoch;
    ++epoch;
  }
  if (family->levels.empty()) return;
  auto& level0 = family->levels[0];
  for (size_t i = level0.size(); i-- > 0;) level0[i].epoch_number = epoch++;
}

}  // namespace

RandomSources::RandomSources(uint32_t seed)
    : random_(seed),
      max_parallelism_(
          MaxParallelism::Create(static_cast<uint32_t>(std::vector{8, 128, 129, 32768}[Pick(0, 3)]))
              .value()) {
  const uint32_t groups = max_parallelism_.value();
  const auto parallelism = static_cast<uint32_t>(Pick(1, std::min<uint64_t>(groups, 6)));
  for (uint32_t i = 0; i < parallelism; ++i) {
    const KeyGroupRange owned = max_parallelism_.RangeOfSubtask(parallelism, i).value();
    versions_.push_back(std::make_unique<manifest::Version>());
    MakeVersion(owned, versions_.back().get());
    const std::string text = fmt::format(
        "[Version]\nrocksdb_version=8.10.0\noptions_file_version=1.1\n[DBOptions]\n"
        "[CFOptions \"default\"]\nnum_levels=7\nlevel0_slowdown_writes_trigger={}\n"
        "compaction_style={}\n",
        Pick(1, 12), Chance(70) ? "kCompactionStyleLevel" : "kCompactionStyleUniversal");
    options_.push_back(std::make_unique<checkpoint::OptionsFile>(
        checkpoint::OptionsFile::Parse(text, "OPTIONS-000007").value()));
    sources_.push_back({fmt::format("old/{}", i), owned, versions_.back().get(),
                        Chance(80) ? options_.back().get() : nullptr});
  }
}

KeyGroupRange RandomSources::RandomTarget() {
  const auto parallelism = static_cast<uint32_t>(Pick(1, std::min(8u, max_parallelism_.value())));
  return max_parallelism_
      .RangeOfSubtask(parallelism, static_cast<uint32_t>(Pick(0, parallelism - 1)))
      .value();
}

uint64_t RandomSources::Pick(uint64_t low, uint64_t high) {
  return std::uniform_int_distribution<uint64_t>(low, high)(random_);
}

// Mostly in `around`, sometimes in a group somewhere else; sometimes a bare prefix.
std::string RandomSources::RandomKey(const KeyGroupRange& around) {
  const bool inside = Chance(85);
  const auto first = inside ? static_cast<uint64_t>(around.first) : 0;
  const auto last = inside ? static_cast<uint64_t>(around.last) : max_parallelism_.value() - 1;
  std::string key = max_parallelism_.Prefix(static_cast<uint32_t>(Pick(first, last)));
  const uint64_t length = Pick(0, 3);
  for (uint64_t i = 0; i < length; ++i) key.push_back(static_cast<char>(Pick('a', 'e')));
  return key;
}

void RandomSources::MakeVersion(const KeyGroupRange& owned, manifest::Version* version) {
  version->next_file_number = FileNumber{Pick(1, 50)};
  version->last_sequence = SequenceNumber{Pick(0, 100)};
  version->max_column_family = 20;
  const bool with_epochs = Chance(70);
  std::set<uint32_t> ids = {0};
  for (uint64_t i = Pick(0, 3); i > 0; --i) ids.insert(static_cast<uint32_t>(Pick(1, 5)));
  std::vector<std::string> names = {"counts", "timers", "windows", "a", "b"};
  std::shuffle(names.begin(), names.end(), random_);
  for (const uint32_t id : ids) {
    manifest::ColumnFamily& family = version->column_families.emplace_back();
    family.id = id;
    family.name = id == 0 ? "default" : names[id - 1];
    family.comparator = manifest::kBytewiseComparatorName;
    MakeColumnFamily(owned, with_epochs, version, &family);
  }
}

void RandomSources::MakeColumnFamily(const KeyGroupRange& owned, bool with_epochs,
                                     manifest::Version* version, manifest::ColumnFamily* family) {
  family->levels.resize(Pick(1, 7));
  for (size_t level = family->levels.size(); level-- > 1;) {
    if (Chance(50)) MakeLevel(static_cast<int32_t>(level), owned, version, family);
  }
  MakeLevel0(owned, version, family);
  manifest::SortLevel0(&family->levels[0]);
  if (with_epochs) GiveEpochs(Pick(1, 100), family);
  while (!family->levels.empty() && family->levels.back().empty()) family->levels.pop_back();
}

manifest::FileMetaData RandomSources::NewFile(int32_t level, manifest::Version* version) {
  manifest::FileMetaData file;
  file.level = level;
  file.number = version->next_file_number;
  version->next_file_number.value += Pick(1, 3);
  file.size_bytes = Pick(1000, 1000000);
  return file;
}

void RandomSources::MakeLevel0(const KeyGroupRange& owned, manifest::Version* version,
                               manifest::ColumnFamily* family) {
  for (uint64_t i = Pick(0, 8); i > 0; --i) {
    manifest::FileMetaData file = NewFile(0, version);
    const bool single_write = Chance(15);
    file.smallest_seqno = SequenceNumber{version->last_sequence.value + Pick(1, 20)};
    file.largest_seqno =
        SequenceNumber{file.smallest_seqno.value + (single_write ? 0 : Pick(1, 100))};
    version->last_sequence = file.largest_seqno;
    std::string a = RandomKey(owned);
    std::string b = single_write ? a : RandomKey(owned);
    if (b < a) std::swap(a, b);
    const bool tombstone = a != b && Chance(20);
    file.SetPayload(MakeInternalKey(a, file.largest_seqno, ValueType::kValue),
                    tombstone ? MakeRangeTombstoneSentinel(b)
                              : MakeInternalKey(b, file.smallest_seqno, ValueType::kValue),
                    "");
    family->levels[0].push_back(std::move(file));
  }
}

void RandomSources::MakeLevel(int32_t level, const KeyGroupRange& owned, manifest::Version* version,
                              manifest::ColumnFamily* family) {
  std::set<std::string> distinct;
  for (uint64_t i = 2 * Pick(1, 6); i > 0; --i) distinct.insert(RandomKey(owned));
  const std::vector<std::string> keys(distinct.begin(), distinct.end());
  version->last_sequence.value += 10;
  const SequenceNumber high = version->last_sequence;
  const SequenceNumber low{high.value - 9};
  // Sometimes the next file begins with the user key that the last one ends with, further down.
  for (size_t i = 0; i + 1 < keys.size(); i += Chance(20) ? 1u : 2u) {
    const bool shares = i % 2 == 1 || !family->levels[static_cast<size_t>(level)].empty();
    manifest::FileMetaData file = NewFile(level, version);
    file.smallest_seqno = SequenceNumber{};
    file.largest_seqno = high;
    const std::string smallest =
        MakeInternalKey(keys[i], shares ? SequenceNumber{} : high, ValueType::kValue);
    file.SetPayload(smallest,
                    Chance(20) ? MakeRangeTombstoneSentinel(keys[i + 1])
                               : MakeInternalKey(keys[i + 1], low, ValueType::kValue),
                    "");
    family->levels[static_cast<size_t>(level)].push_back(std::move(file));
  }
}

}  // namespace rescale::plan
