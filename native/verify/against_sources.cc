// SPDX-License-Identifier: Apache-2.0
#include "verify/against_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/cancel.h"
#include "base/internal_key.h"
#include "base/parallel.h"
#include "checkpoint/checkpoint_files.h"
#include "checkpoint/source_list.h"
#include "manifest/live_logs.h"
#include "plan/key_group_check.h"
#include "plan/owned_ranges.h"
#include "sst/table_reader.h"
#include "verify/database.h"
#include "verify/sorted_run.h"

namespace rescale::verify {
namespace {

struct SourceFile {
  const Source* source = nullptr;
  const manifest::ColumnFamily* family = nullptr;
  const manifest::FileMetaData* file = nullptr;
};

Status RefuseLiveLog(const Source& source) {
  const uint64_t bytes = manifest::LiveLogBytes(source.database.files, source.database.version);
  if (bytes == 0) return Status::Ok();
  return Status::NotSupported(
             fmt::format("{} bytes of write-ahead log may hold entries that are in no SST; "
                         "compare with a flushed copy",
                         bytes))
      .At(source.database.directory);
}

Status CheckOwnedRanges(const VerifyOptions& options, const std::vector<Source>& sources) {
  std::vector<plan::Source> views;
  for (size_t i = 0; i < sources.size(); ++i) {
    const StateHandle& handle = options.against[i];
    views.push_back({handle.directory, handle.owned, &sources[i].database.version, nullptr,
                     handle.owned_is_assumed});
  }
  RESCALE_RETURN_IF_ERROR(plan::CheckRangesApart(views, *options.max_parallelism));
  for (size_t i = 0; i < views.size(); ++i) {
    RESCALE_ASSIGN_OR_RETURN(const plan::SourceReach reach,
                             plan::FindReach(views[i], *options.max_parallelism));
    if (!views[i].owned_is_assumed) continue;
    RESCALE_RETURN_IF_ERROR(reach.CheckAssumedRange(views[i].name, i, views.size()));
  }
  return Status::Ok();
}

bool Overlaps(const manifest::FileMetaData& file, const KeyRange& range) {
  if (range.empty()) return false;
  return UserKeyOf(file.largest()) >= range.begin &&
         (!range.end || UserKeyOf(file.smallest()) < *range.end);
}

std::vector<SourceFile> FilesOf(const Source& source) {
  std::vector<SourceFile> files;
  for (const manifest::ColumnFamily& family : source.database.version.column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) files.push_back({&source, &family, &file});
    }
  }
  return files;
}

std::vector<SourceFile> FilesInRange(const std::vector<Source>& sources) {
  std::vector<SourceFile> files;
  for (const Source& source : sources) {
    std::ranges::copy_if(FilesOf(source), std::back_inserter(files),
                         [&](const SourceFile& item) { return Overlaps(*item.file, source.kept); });
  }
  return files;
}

// The point entries of a file from `range.begin` up to its end.
template <typename Function>
Status ForEachEntry(FileSystem& fs, const SourceFile& item, const KeyRange& range,
                    const CancelToken* cancel, Function function) {
  if (range.empty()) return Status::Ok();
  const Database& database = item.source->database;
  RESCALE_RETURN_IF_ERROR(
      checkpoint::StatNamedFile(fs, database.PathOf(*item.file), item.file->size_bytes).status());
  SortedRun run(fs, {item.file},
                [&](const manifest::FileMetaData& file) { return database.PathOf(file); });
  uint64_t count = 0;
  for (run.Seek(range.begin); run.Valid(); run.Next()) {
    if (range.end && UserKeyOf(run.key()) >= *range.end) break;
    if (++count % 4096 == 0) RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel));
    function(run.key(), run.value());
  }
  return run.status();
}

Status AddTombstones(FileSystem& fs, const SourceFile& item, TombstoneCover* cover) {
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<sst::TableReader> reader,
                           sst::TableReader::Open(fs, item.source->database.PathOf(*item.file)));
  RESCALE_ASSIGN_OR_RETURN(
      const std::optional<SequenceNumber> global,
      sst::GlobalSequenceNumber(reader->properties(), item.file->largest_seqno));
  RESCALE_ASSIGN_OR_RETURN(const std::vector<sst::RangeTombstone> tombstones,
                           reader->ReadRangeTombstones());
  for (const sst::RangeTombstone& tombstone : tombstones) {
    cover->Add(tombstone, global.value_or(tombstone.sequence), *item.file, item.source->kept);
  }
  return Status::Ok();
}

Status AddFile(FileSystem& fs, const VerifyOptions& options, const SourceFile& item,
               FamilyContents* contents) {
  KeyGroupTally tally(options.max_parallelism);
  TombstoneCover cover;
  RESCALE_RETURN_IF_ERROR(
      ForEachEntry(fs, item, item.source->kept, options.cancel,
                   [&](std::string_view key, std::string_view value) { tally.Add(key, value); }));
  RESCALE_RETURN_IF_ERROR(AddTombstones(fs, item, &cover));
  contents->Add(tally, std::move(cover));
  return Status::Ok();
}

// The keys before and after what a source owns.
std::vector<KeyRange> Outside(const KeyRange& owned) {
  std::vector<KeyRange> sides = {{"", owned.begin}};
  if (owned.end) sides.push_back({*owned.end, std::nullopt});
  return sides;
}

// Counts what a file has outside its source's owned range. A file that cannot be read there does no
// harm to a result that was made without it, so it is counted, too.
Status AddLeftOut(FileSystem& fs, const VerifyOptions& options, const SourceFile& item,
                  LeftOut* left_out) {
  const auto add = [&](std::string_view key, std::string_view) {
    ++left_out->entries;
    const std::optional<KeyGroup> group = options.max_parallelism->KeyGroupOf(UserKeyOf(key));
    if (!group) return;
    const int32_t value = static_cast<int32_t>(group->value);
    KeyGroupRange& reach = left_out->reach;
    reach = reach.empty()
                ? KeyGroupRange{value, value}
                : KeyGroupRange{std::min(reach.first, value), std::max(reach.last, value)};
  };
  for (const KeyRange& side : Outside(item.source->owned_keys)) {
    if (!Overlaps(*item.file, side)) continue;
    RESCALE_RETURN_IF_ERROR(CheckCancelled(options.cancel));
    const Status status = ForEachEntry(fs, item, side, options.cancel, add);
    if (status.code() == StatusCode::kCancelled) return status;
    if (status.ok()) continue;
    ++left_out->files_unread;
    break;
  }
  return Status::Ok();
}

// One a source; the files of one source are read one after the other, sources side by side.
Result<std::vector<LeftOut>> CountLeftOut(FileSystem& fs, const VerifyOptions& options,
                                          const std::vector<Source>& sources) {
  if (!options.max_parallelism) return std::vector<LeftOut>{};
  std::vector<LeftOut> all(sources.size());
  const Status counted = ParallelFor(sources.size(), options.threads, [&](size_t i) {
    const Source& source = sources[i];
    all[i].directory = source.database.directory;
    all[i].owned = source.owned;
    for (const SourceFile& item : FilesOf(source)) {
      RESCALE_RETURN_IF_ERROR(AddLeftOut(fs, options, item, &all[i]));
    }
    return Status::Ok();
  });
  RESCALE_RETURN_IF_ERROR(counted);
  std::erase_if(all, [](const LeftOut& one) { return one.entries == 0 && one.files_unread == 0; });
  return all;
}

std::string GroupName(uint32_t group, bool has_groups) {
  if (!has_groups) return "all keys";
  return group == KeyGroupTally::kNobody ? "keys of no key group"
                                         : fmt::format("key group {}", group);
}

Status CompareEntries(const std::string& family, const KeyGroupTally& target,
                      const KeyGroupTally& sources, bool has_groups) {
  std::set<uint32_t> groups;
  for (const auto& [group, count] : target.groups()) groups.insert(group);
  for (const auto& [group, count] : sources.groups()) groups.insert(group);
  const auto count_of = [](const KeyGroupTally& tally, uint32_t group) {
    const auto it = tally.groups().find(group);
    return it == tally.groups().end() ? EntryCount{} : it->second;
  };
  for (const uint32_t group : groups) {
    const EntryCount found = count_of(target, group);
    const EntryCount expected = count_of(sources, group);
    if (found == expected) continue;
    return Status::Corruption(fmt::format(
        "column family '{}', {}: the sources hold {} entries (digest {:016x}), this database {} "
        "(digest {:016x})",
        family, GroupName(group, has_groups), expected.entries, expected.digest, found.entries,
        found.digest));
  }
  return Status::Ok();
}

std::string ToText(const TombstonePiece& piece) {
  return fmt::format("[{}, {}) at sequence number {}", EscapeKey(piece.begin), EscapeKey(piece.end),
                     piece.sequence.value);
}

Status CompareCovers(const std::string& family, const TombstoneCover& target,
                     const TombstoneCover& sources) {
  const auto& found = target.pieces();
  const auto& expected = sources.pieces();
  const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
  if (f == found.end() && e == expected.end()) return Status::Ok();
  return Status::Corruption(fmt::format(
      "column family '{}': range tombstones differ ({} in the sources, {} here): expected {}, "
      "found {}",
      family, expected.size(), found.size(), e == expected.end() ? "none" : ToText(*e),
      f == found.end() ? "none" : ToText(*f)));
}

}  // namespace

Result<std::vector<Source>> ReadSources(FileSystem& fs, const VerifyOptions& options) {
  RESCALE_RETURN_IF_ERROR(checkpoint::CheckDistinct(fs, options.against));
  std::vector<Source> sources;
  for (const StateHandle& handle : options.against) {
    Source source;
    RESCALE_ASSIGN_OR_RETURN(source.database, ReadDatabase(fs, handle.directory));
    if (options.max_parallelism) {
      source.owned = handle.owned;
      source.owned_keys = options.max_parallelism->ToKeyRange(handle.owned);
      source.kept =
          options.range
              ? options.max_parallelism->ToKeyRange(Intersect(handle.owned, *options.range))
              : source.owned_keys;
    }
    RESCALE_RETURN_IF_ERROR(RefuseLiveLog(source));
    sources.push_back(std::move(source));
  }
  if (options.max_parallelism) RESCALE_RETURN_IF_ERROR(CheckOwnedRanges(options, sources));
  return sources;
}

Status CompareWithSources(FileSystem& fs, const VerifyOptions& options,
                          const std::vector<Source>& sources, const Contents& target,
                          ProgressReporter* progress, std::vector<LeftOut>* left_out) {
  const std::vector<SourceFile> files = FilesInRange(sources);
  Contents expected;
  for (const auto& [name, contents] : target) expected.try_emplace(name, options.max_parallelism);
  for (const SourceFile& item : files) {
    expected.try_emplace(item.family->name, options.max_parallelism);
    progress->AddTotal(1, item.file->size_bytes);
  }
  const Status read = ParallelFor(files.size(), options.threads, [&](size_t i) {
    FamilyContents& contents = expected.find(files[i].family->name)->second;
    RESCALE_RETURN_IF_ERROR(AddFile(fs, options, files[i], &contents).Within("source"));
    progress->FileDone();
    return Status::Ok();
  });
  RESCALE_RETURN_IF_ERROR(read);
  const FamilyContents nothing(options.max_parallelism);
  for (auto& [name, contents] : expected) {
    const auto it = target.find(name);
    const FamilyContents& found = it == target.end() ? nothing : it->second;
    contents.tombstones.Normalise();
    RESCALE_RETURN_IF_ERROR(
        CompareEntries(name, found.tally, contents.tally, options.max_parallelism.has_value()));
    RESCALE_RETURN_IF_ERROR(CompareCovers(name, found.tombstones, contents.tombstones));
  }
  RESCALE_ASSIGN_OR_RETURN(*left_out, CountLeftOut(fs, options, sources));
  return Status::Ok();
}

}  // namespace rescale::verify
