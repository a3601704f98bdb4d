// SPDX-License-Identifier: Apache-2.0
#include "state/imagined_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/internal_key.h"
#include "manifest/manifest_writer.h"

namespace rescale::bench {
namespace {

std::string Key(const MaxParallelism& max, uint64_t group, uint64_t i, size_t key_bytes) {
  std::string key = max.Prefix(static_cast<uint32_t>(group)) + fmt::format("{:012}", i);
  key.resize(std::max(key.size(), key_bytes), 'k');
  return key;
}

manifest::FileMetaData MakeFile(const ImaginedSources& sources, uint64_t group, uint64_t i) {
  manifest::FileCustomFields fields;
  fields.oldest_ancester_time_s = fields.file_creation_time_s = 1700000000;
  fields.tail_size_bytes = 400000;
  fields.unique_id.emplace();
  fields.unique_id->fill(static_cast<char>(i));
  manifest::FileMetaData file;
  file.number = FileNumber{i + 10};
  file.size_bytes = sources.table_bytes;
  file.smallest_seqno = SequenceNumber{i * 100 + 1};
  file.largest_seqno = SequenceNumber{i * 100 + 100};
  file.epoch_number = i + 1;
  file.level = 6;
  const auto bound = [&](uint64_t at) {
    return MakeInternalKey(Key(sources.max_parallelism, group, at, sources.bound_bytes),
                           file.largest_seqno, ValueType::kValue);
  };
  file.SetPayload(bound(i * 2), bound(i * 2 + 1), manifest::EncodeCustom(fields));
  return file;
}

manifest::Version MakeVersion(const ImaginedSources& sources, const KeyGroupRange& range) {
  const uint64_t files = sources.files / sources.parallelism;
  manifest::Version version;
  manifest::ColumnFamily family;
  family.name = "default";
  family.comparator = manifest::kBytewiseComparatorName;
  family.levels.resize(7);
  for (uint64_t i = 0; i < files; ++i) {
    const uint64_t group = static_cast<uint64_t>(range.first) + i * range.size() / files;
    family.levels[6].push_back(MakeFile(sources, group, i));
  }
  version.next_file_number = FileNumber{files + 11};
  version.last_sequence = SequenceNumber{files * 100 + 100};
  version.column_families.push_back(std::move(family));
  return version;
}

void Check(const Status& status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

}  // namespace

std::vector<StateHandle> ImaginedSources::handles() const {
  std::vector<StateHandle> all;
  for (uint32_t i = 0; i < parallelism; ++i) {
    all.push_back(
        {fmt::format("{}/{}", directory, i), *max_parallelism.RangeOfSubtask(parallelism, i)});
  }
  return all;
}

void ImaginedSources::Write() const {
  for (const StateHandle& handle : handles()) {
    std::filesystem::remove_all(handle.directory);
    std::filesystem::create_directories(handle.directory);
    Check(manifest::WriteManifest(PosixFileSystem(), handle.directory + "/MANIFEST-000005",
                                  MakeVersion(*this, handle.owned)));
    Check(manifest::WriteCurrent(PosixFileSystem(), handle.directory, FileNumber{5}));
  }
}

}  // namespace rescale::bench
