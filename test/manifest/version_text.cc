// SPDX-License-Identifier: Apache-2.0
#include "manifest/version_text.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "base/internal_key.h"
#include "manifest/edit_text.h"

namespace rescale::test {
namespace {

using manifest::BlobFile;
using manifest::ColumnFamily;
using manifest::FileMetaData;
using manifest::Version;

std::string ParseKey(const std::string& text) {
  if (text.ends_with("!")) return MakeRangeTombstoneSentinel(text.substr(0, text.size() - 1));
  const size_t hash = text.find('#');
  const uint64_t seqno = hash == std::string::npos ? 1 : std::stoull(text.substr(hash + 1));
  return MakeInternalKey(text.substr(0, hash), SequenceNumber{seqno}, ValueType::kValue);
}

std::pair<std::string, std::string> Split(const std::string& text, const std::string& by) {
  const size_t at = text.find(by);
  if (at == std::string::npos) throw std::invalid_argument(text);
  return {text.substr(0, at), text.substr(at + by.size())};
}

FileMetaData ParseFile(int32_t level, std::istringstream* words) {
  FileMetaData file;
  manifest::FileCustomFields custom;
  std::string bounds;
  file.level = level;
  file.size_bytes = 1000;
  *words >> file.number.value >> bounds;
  for (std::string word; *words >> word;) {
    if (word == "seq") {
      *words >> word;
      const auto [from, to] = Split(word, "..");
      file.smallest_seqno = SequenceNumber{std::stoull(from)};
      file.largest_seqno = SequenceNumber{std::stoull(to)};
    } else if (word == "epoch") {
      *words >> file.epoch_number;
    } else if (word == "blob") {
      *words >> custom.oldest_blob_file_number.value;
    } else if (word == "says") {  // another level than its own
      *words >> file.level;
    } else {
      throw std::invalid_argument(word);
    }
  }
  const auto [smallest, largest] = Split(bounds, "..");
  const std::string small_key = smallest == "-" ? "short" : ParseKey(smallest);
  file.SetPayload(small_key, ParseKey(largest), manifest::EncodeCustom(custom));
  return file;
}

void ParseCounters(std::istringstream* words, Version* version) {
  *words >> version->next_file_number.value;
  for (std::string word; *words >> word;) {
    if (word == "last") *words >> version->last_sequence.value;
    if (word == "max-cf") *words >> version->max_column_family;
  }
}

ColumnFamily ParseFamily(std::istringstream* words) {
  ColumnFamily family;
  family.comparator = manifest::kBytewiseComparatorName;
  *words >> family.id >> family.name >> family.comparator;
  if (family.comparator.empty()) family.comparator = manifest::kBytewiseComparatorName;
  return family;
}

}  // namespace

Version ParseVersion(const std::string& text) {
  Version version;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word.empty() || word[0] == '#') continue;
    if (word == "next") {
      ParseCounters(&words, &version);
    } else if (word == "cf") {
      version.column_families.push_back(ParseFamily(&words));
    } else if (word == "blob") {
      BlobFile blob;
      words >> blob.number.value >> word;
      const auto [total, garbage] = Split(word, "/");
      blob.total_count = std::stoull(total);
      blob.garbage_count = std::stoull(garbage);
      version.column_families.back().blob_files.push_back(blob);
    } else if (word[0] == 'L') {
      auto& levels = version.column_families.back().levels;
      const auto level = static_cast<size_t>(std::stoul(word.substr(1)));
      if (levels.size() <= level) levels.resize(level + 1);
      levels[level].push_back(ParseFile(static_cast<int32_t>(level), &words));
    } else {
      throw std::invalid_argument(line);
    }
  }
  return version;
}

std::string VersionText(const Version& version) {
  std::string text = fmt::format("next {} last {} max-cf {} min-log {}{}\n",
                                 version.next_file_number.value, version.last_sequence.value,
                                 version.max_column_family, version.min_log_number_to_keep.value,
                                 version.db_id.empty() ? "" : " id " + version.db_id);
  for (const ColumnFamily& family : version.column_families) {
    text += fmt::format("cf {} {} {} log {}{}{}\n", family.id, family.name, family.comparator,
                        family.log_number.value,
                        family.user_defined_timestamps_persisted ? "" : " without timestamps",
                        family.full_history_ts_low.empty()
                            ? ""
                            : " history from " + EscapeKey(family.full_history_ts_low));
    for (const auto& level : family.levels) {
      for (const FileMetaData& file : level) text += "  " + manifest::FileText(file) + "\n";
    }
    for (const BlobFile& blob : family.blob_files) {
      text +=
          fmt::format("  blob {} with {} blobs of {} bytes, {} of {} garbage\n", blob.number.value,
                      blob.total_count, blob.total_bytes, blob.garbage_count, blob.garbage_bytes);
    }
  }
  for (const manifest::Wal& wal : version.wals) {
    text += fmt::format("wal {} synced {}\n", wal.number.value,
                        wal.synced_size_bytes ? std::to_string(*wal.synced_size_bytes) : "no");
  }
  for (const std::string& note : version.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace rescale::test
