// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/file_meta_data.h"
#include "rescale/status.h"
#include "rescale/types.h"

namespace rescale::manifest {

// One integrated blob file of a column family: addition and garbage summed up.
// RocksDB `db/blob/blob_file_addition.cc`, `blob_file_garbage.cc`.
struct BlobFile {
  FileNumber number;
  uint64_t total_count = 0;
  uint64_t total_bytes = 0;
  std::string checksum_method;
  std::string checksum_value;
  uint64_t garbage_count = 0;
  uint64_t garbage_bytes = 0;
};

inline constexpr std::string_view kBytewiseComparatorName = "leveldb.BytewiseComparator";

struct ColumnFamily {
  uint32_t id = 0;
  std::string name;
  std::string comparator;  // empty when the MANIFEST names none
  FileNumber log_number;   // WALs below it hold nothing of this column family
  bool user_defined_timestamps_persisted = true;
  std::string full_history_ts_low;  // empty: none
  // By level; index 0 newest first as RocksDB orders L0 (epoch, else seqnos), others by smallest
  // key. No trailing empty levels.
  std::vector<std::vector<FileMetaData>> levels;
  std::vector<BlobFile> blob_files;  // in number order
};

// A WAL that the MANIFEST knows of (`track_and_verify_wals_in_manifest`).
struct Wal {
  FileNumber number;
  std::optional<uint64_t> synced_size_bytes;  // absent: created, not synced yet
};

// The state that a whole MANIFEST adds up to.
struct Version {
  std::string db_id;  // empty: none recorded
  FileNumber next_file_number;
  SequenceNumber last_sequence;
  FileNumber min_log_number_to_keep;
  uint32_t max_column_family = 0;
  std::vector<ColumnFamily> column_families;  // in id order; dropped ones are gone
  std::vector<Wal> wals;  // in number order; empty unless the writer tracked them. Never written
  // What was tolerated while reading: a torn last record, skipped ignorable tags. For people.
  std::vector<std::string> notes;

  const ColumnFamily* FindColumnFamily(std::string_view name) const;
  size_t file_count() const;
};

// `column family 3 "timers"`
std::string Describe(const ColumnFamily& family);

}  // namespace rescale::manifest
