// SPDX-License-Identifier: Apache-2.0
#include "run/table_survey.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "base/parallel.h"
#include "checkpoint/checkpoint_files.h"
#include "clip/cuttable.h"
#include "fs/fs_util.h"
#include "sst/table_reader.h"

namespace rescale::run {
namespace {

std::string_view ChecksumName(sst::ChecksumType type) {
  switch (type) {
    case sst::ChecksumType::kNone:
      return "no checksum";
    case sst::ChecksumType::kCrc32c:
      return "crc32c";
    case sst::ChecksumType::kXxHash32:
      return "xxhash";
    case sst::ChecksumType::kXxHash64:
      return "xxhash64";
    case sst::ChecksumType::kXxh3:
      return "xxh3";
  }
  return "unknown checksum";
}

// Files that share a reason, counted; one stands for all.
struct Tally {
  uint64_t files = 0;
  FileNumber example;
};
using Tallies = std::map<std::string, Tally>;

void Count(Tallies* tallies, const std::string& reason, FileNumber number) {
  Tally& tally = (*tallies)[reason];
  if (tally.files == 0 || number < tally.example) tally.example = number;
  ++tally.files;
}

std::vector<std::string> Lines(const Tallies& tallies) {
  std::vector<std::string> lines;
  for (const auto& [reason, tally] : tallies) {
    const std::string name = checkpoint::TableFileName(tally.example);
    lines.push_back(tally.files == 1
                        ? fmt::format("{}: {}", name, reason)
                        : fmt::format("{} and {} other SSTs: {}", name, tally.files - 1, reason));
  }
  return lines;
}

// All files' results, gathered under one lock: opening a file takes far longer.
class Survey {
 public:
  Survey(FileSystem& fs, const std::string& directory) : fs_(fs), directory_(directory) {}

  void Visit(FileNumber number) {
    const std::string path = JoinPath(directory_, checkpoint::TableFileName(number));
    const auto table = sst::TableReader::Open(fs_, path);
    const Status cuttable = table.ok() ? clip::CheckCuttable(**table) : Status::Ok();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!table.ok()) {
      CountFailure(table.status(), number);
      return;
    }
    const sst::Footer& footer = (*table)->footer();
    Count(
        &formats_,
        fmt::format("format_version {}, {}", footer.format_version, ChecksumName(footer.checksum)),
        number);
    if (!cuttable.ok()) {
      Count(&unsupported_, fmt::format("can be linked whole but not cut: {}", cuttable.message()),
            number);
    }
  }

  TableSurvey Result() const {
    TableSurvey survey;
    for (const auto& [format, tally] : formats_) survey.formats.emplace_back(format, tally.files);
    survey.unsupported = Lines(unsupported_);
    survey.notes = Lines(notes_);
    survey.files_missing = files_missing_;
    survey.files_damaged = files_damaged_;
    return survey;
  }

 private:
  void CountFailure(const Status& status, FileNumber number) {
    if (status.code() == StatusCode::kNotSupported) {
      Count(&unsupported_, std::string(status.message()), number);
    } else if (status.code() == StatusCode::kNotFound) {
      ++files_missing_;
      Count(&notes_, "is named in the MANIFEST but not there", number);
    } else {
      ++files_damaged_;
      Count(&notes_, fmt::format("cannot be read: {}", status.message()), number);
    }
  }

  FileSystem& fs_;
  const std::string& directory_;
  std::mutex mutex_;
  Tallies formats_;
  Tallies unsupported_;
  Tallies notes_;
  uint64_t files_missing_ = 0;
  uint64_t files_damaged_ = 0;
};

}  // namespace

TableSurvey SurveyTables(FileSystem& fs, const std::string& directory,
                         const manifest::Version& version) {
  std::vector<FileNumber> numbers;
  for (const manifest::ColumnFamily& family : version.column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) numbers.push_back(file.number);
    }
  }
  Survey survey(fs, directory);
  // A visit does not fail: what it meets is its result.
  (void)ParallelFor(numbers.size(), 0, [&](size_t i) {
    survey.Visit(numbers[i]);
    return Status::Ok();
  }).ok();
  TableSurvey result = survey.Result();
  result.files = numbers.size();
  return result;
}

}  // namespace rescale::run
