// SPDX-License-Identifier: Apache-2.0
#include "verify/newer_above_older.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <queue>

#include "base/cancel.h"
#include "base/internal_key.h"
#include "base/parallel.h"
#include "verify/sorted_run.h"

namespace rescale::verify {
namespace {

using Files = std::vector<const manifest::FileMetaData*>;

// Newest first.
std::vector<Files> RunsOf(const manifest::ColumnFamily& family) {
  std::vector<Files> runs;
  for (size_t level = 0; level < family.levels.size(); ++level) {
    Files files;
    for (const manifest::FileMetaData& file : family.levels[level]) {
      if (level == 0) {
        runs.push_back({&file});
      } else {
        files.push_back(&file);
      }
    }
    if (!files.empty()) runs.push_back(std::move(files));
  }
  return runs;
}

// One column family's keys from `begin` up to `end`; no end: up to the last.
struct Slice {
  const manifest::ColumnFamily* family = nullptr;
  std::string begin;
  std::optional<std::string> end;
};

// Cuts the key space at the smallest keys of files, so that the parts hold about as many files
// each.
void AddSlices(const manifest::ColumnFamily& family, const std::vector<Files>& runs, size_t parts,
               std::vector<Slice>* slices) {
  std::vector<std::string> keys;
  for (const Files& run : runs) {
    for (const manifest::FileMetaData* file : run) keys.emplace_back(UserKeyOf(file->smallest()));
  }
  std::sort(keys.begin(), keys.end());
  std::string begin;
  for (size_t i = 1; i < parts; ++i) {
    const std::string& cut = keys[keys.size() * i / parts];
    if (cut <= begin) continue;
    slices->push_back({&family, begin, cut});
    begin = cut;
  }
  slices->push_back({&family, begin, std::nullopt});
}

class SliceMerge {
 public:
  SliceMerge(FileSystem& fs, const Database& database, const Slice& slice,
             const CancelToken* cancel)
      : database_(database), slice_(slice), cancel_(cancel) {
    const auto path_of = [&database](const manifest::FileMetaData& f) {
      return database.PathOf(f);
    };
    for (Files& files : RunsOf(*slice.family)) {
      runs_.push_back(std::make_unique<SortedRun>(fs, std::move(files), path_of));
    }
  }

  Status Run() {
    for (size_t i = 0; i < runs_.size(); ++i) {
      runs_[i]->Seek(slice_.begin);
      RESCALE_RETURN_IF_ERROR(Push(i));
    }
    uint64_t count = 0;
    while (!heap_.empty()) {
      if (++count % 4096 == 0) RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel_));
      const size_t run = heap_.top();
      heap_.pop();
      RESCALE_RETURN_IF_ERROR(Check(run));
      runs_[run]->Next();
      RESCALE_RETURN_IF_ERROR(Push(run));
    }
    return Status::Ok();
  }

 private:
  Status Push(size_t run) {
    RESCALE_RETURN_IF_ERROR(runs_[run]->status());
    if (!runs_[run]->Valid()) return Status::Ok();
    if (slice_.end && UserKeyOf(runs_[run]->key()) >= *slice_.end) return Status::Ok();
    heap_.push(run);
    return Status::Ok();
  }

  // Entries arrive newest first within a user key; the runs they come from must go downwards.
  Status Check(size_t run) {
    const std::string_view key = runs_[run]->key();
    const bool same_user_key = previous_file_ != nullptr && UserKeyOf(key) == UserKeyOf(previous_);
    if (same_user_key && (run < previous_run_ || (run > previous_run_ && key == previous_))) {
      return Misplaced(run);
    }
    previous_ = key;
    previous_run_ = run;
    previous_file_ = &runs_[run]->file();
    return Status::Ok();
  }

  // The entry at hand of `run` and the one before it stand in the wrong order.
  Status Misplaced(size_t run) const {
    InternalKey newer, older;
    ParseInternalKey(previous_, &newer);
    ParseInternalKey(runs_[run]->key(), &older);
    const std::string newer_path = database_.PathOf(*previous_file_);
    const std::string older_path = database_.PathOf(runs_[run]->file());
    if (newer.packed == older.packed) {
      return Status::Corruption(
          fmt::format("key {} with sequence number {} is in two files: {} and {}",
                      EscapeKey(newer.user_key), newer.sequence().value, newer_path, older_path));
    }
    return Status::Corruption(fmt::format(
        "key {}: the older entry (sequence number {}) lies in {}, above the newer one ({}) in {}",
        EscapeKey(newer.user_key), older.sequence().value, older_path, newer.sequence().value,
        newer_path));
  }

  struct Later {
    const SliceMerge* merge;
    bool operator()(size_t a, size_t b) const {
      const int order = CompareInternalKeys(merge->runs_[a]->key(), merge->runs_[b]->key());
      return order != 0 ? order > 0 : a > b;
    }
  };

  const Database& database_;
  const Slice& slice_;
  const CancelToken* cancel_;
  std::vector<std::unique_ptr<SortedRun>> runs_;
  std::priority_queue<size_t, std::vector<size_t>, Later> heap_{Later{this}};
  std::string previous_;
  size_t previous_run_ = 0;
  const manifest::FileMetaData* previous_file_ = nullptr;
};

}  // namespace

Status CheckNewerAboveOlder(FileSystem& fs, const Database& database, unsigned threads,
                            const CancelToken* cancel) {
  std::vector<Slice> slices;
  for (const manifest::ColumnFamily& family : database.version.column_families) {
    const std::vector<Files> runs = RunsOf(family);
    if (runs.size() < 2) continue;
    const size_t parts = threads == 1 ? 1 : size_t{4} * threads;
    AddSlices(family, runs, parts, &slices);
  }
  return ParallelFor(slices.size(), threads, [&](size_t i) {
    return SliceMerge(fs, database, slices[i], cancel)
        .Run()
        .Within(fmt::format("column family '{}'", slices[i].family->name));
  });
}

}  // namespace rescale::verify
