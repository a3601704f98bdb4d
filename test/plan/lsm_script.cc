// SPDX-License-Identifier: Apache-2.0
#include "plan/lsm_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "base/coding.h"
#include "base/internal_key.h"
#include "manifest/level_order.h"
#include "plan/plan_text.h"

namespace rescale::plan {
namespace {

[[noreturn]] void Fail(std::string_view what, std::string_view where) {
  throw std::runtime_error(fmt::format("{}: {}", what, where));
}

std::vector<std::string> Words(std::string_view line) {
  std::istringstream in{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

uint64_t Number(std::string_view text) {
  size_t used = 0;
  const std::string copy(text);
  const uint64_t value = std::stoull(copy, &used);
  if (used != copy.size()) Fail("not a number", text);
  return value;
}

// "64M", "12K", "100"
uint64_t Size(std::string_view text) {
  const int shift = text.ends_with('M') ? 20 : text.ends_with('K') ? 10 : 0;
  if (shift != 0) text.remove_suffix(1);
  return Number(text) << shift;
}

// "12-34"
std::pair<uint64_t, uint64_t> Pair(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == std::string_view::npos) return {Number(text), Number(text)};
  return {Number(text.substr(0, dash)), Number(text.substr(dash + 1))};
}

KeyGroupRange Groups(std::string_view text) {
  const auto [first, last] = Pair(text);
  return {static_cast<int32_t>(first), static_cast<int32_t>(last)};
}

// The words after `first` as "name value" pairs, or single words of `flags`.
class Fields {
 public:
  Fields(const std::vector<std::string>& words, size_t first) : words_(words), first_(first) {}
  std::optional<std::string> Value(std::string_view name) const {
    for (size_t i = first_; i + 1 < words_.size(); ++i) {
      if (words_[i] == name) return words_[i + 1];
    }
    return std::nullopt;
  }
  bool Flag(std::string_view name) const {
    return std::find(words_.begin() + static_cast<std::ptrdiff_t>(first_), words_.end(), name) !=
           words_.end();
  }

 private:
  const std::vector<std::string>& words_;
  size_t first_;
};

std::string CustomFields(const Fields& fields) {
  std::string custom;
  const auto put = [&](manifest::FileTag tag, std::string_view value) {
    PutVarint32(&custom, static_cast<uint32_t>(tag));
    PutLengthPrefixed(&custom, value);
  };
  if (fields.Flag("marked")) put(manifest::FileTag::kNeedCompaction, "\x01");
  if (const auto blob = fields.Value("blob")) {
    std::string value;
    PutVarint64(&value, Number(*blob));
    put(manifest::FileTag::kOldestBlobFileNumber, value);
  }
  if (fields.Flag("timestamps")) put(manifest::FileTag::kMinTimestamp, "12345678");
  if (fields.Flag("stripped-timestamps")) {
    put(manifest::FileTag::kUserDefinedTimestampsPersisted, std::string_view("\0", 1));
  }
  return custom;
}

}  // namespace

std::optional<std::string> LsmScript::Run(std::string_view line) {
  const std::vector<std::string> words = Words(line);
  if (words.empty() || words[0].starts_with('#')) return std::nullopt;
  const std::string& command = words[0];
  if (command == "plan") return Plan(words);
  if (command == "merge") return Merge();
  if (command == "new") {
    sources_.clear();
  } else if (command == "max-parallelism") {
    max_parallelism_ = MaxParallelism::Create(static_cast<uint32_t>(Number(words.at(1)))).value();
  } else if (command == "source") {
    StartSource(words);
  } else if (command == "note") {
    source().version.notes.emplace_back(line.substr(line.find("note") + 5));
  } else if (command == "cf") {
    StartColumnFamily(words);
  } else if (command == "options") {
    AddOptions(words);
  } else if (command == "blob") {
    AddBlobFile(words);
  } else if (command.starts_with('L')) {
    AddFile(words);
  } else {
    Fail("unknown command", line);
  }
  return std::nullopt;
}

std::vector<Source> LsmScript::sources() const {
  std::vector<Source> sources;
  for (const auto& source : sources_) {
    sources.push_back({source->name, source->owned, &source->version, source->options.get(),
                       source->owned_is_assumed});
  }
  return sources;
}

LsmScript::TestSource& LsmScript::source() {
  if (sources_.empty()) Fail("no source yet", "");
  return *sources_.back();
}

manifest::ColumnFamily& LsmScript::family() { return source().version.column_families.back(); }

// source NAME [owns LO-HI] [assumed] [next N] [last N]; begins with an empty "default"
void LsmScript::StartSource(const std::vector<std::string>& words) {
  const Fields fields(words, 2);
  sources_.push_back(std::make_unique<TestSource>());
  source().name = words.at(1);
  if (const auto owned = fields.Value("owns")) source().owned = Groups(*owned);
  source().owned_is_assumed = fields.Flag("assumed");
  manifest::Version& version = source().version;
  version.next_file_number = FileNumber{Number(fields.Value("next").value_or("1000"))};
  version.last_sequence = SequenceNumber{Number(fields.Value("last").value_or("1000"))};
  version.max_column_family = 1u << 20;
  if (fields.Flag("no-default")) return;
  version.column_families.emplace_back().name = "default";
  family().comparator = manifest::kBytewiseComparatorName;
}

// cf NAME ID [comparator C] [no-comparator] [timestamps-not-persisted]; "cf default 0" again is
// fine
void LsmScript::StartColumnFamily(const std::vector<std::string>& words) {
  const Fields fields(words, 3);
  if (words.at(1) != "default") source().version.column_families.emplace_back();
  manifest::ColumnFamily& added = family();
  added.name = words[1];
  added.id = static_cast<uint32_t>(Number(words.at(2)));
  added.comparator =
      fields.Value("comparator").value_or(std::string(manifest::kBytewiseComparatorName));
  if (fields.Flag("no-comparator")) added.comparator.clear();
  if (fields.Flag("timestamps-not-persisted")) added.user_defined_timestamps_persisted = false;
}

// options CF NAME=VALUE...
void LsmScript::AddOptions(const std::vector<std::string>& words) {
  std::string& text = source().options_text;
  if (text.empty()) {
    text = "[Version]\nrocksdb_version=8.10.0\noptions_file_version=1.1\n[DBOptions]\n";
  }
  const auto add_section = [&](std::string_view name) {
    text += fmt::format("[CFOptions \"{}\"]\n", name);
  };
  if (words.at(1) != "default" && text.find("\"default\"") == std::string::npos) {
    add_section("default");
  }
  add_section(words[1]);
  for (size_t i = 2; i < words.size(); ++i) text += words[i] + "\n";
  source().options = std::make_unique<checkpoint::OptionsFile>(
      checkpoint::OptionsFile::Parse(text, "OPTIONS-000007").value());
}

// "31:abc" with key groups, else the key itself; "\xNN" is not needed
std::string LsmScript::UserKey(std::string_view text) const {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::string(text);
  const auto group = static_cast<uint32_t>(Number(text.substr(0, colon)));
  return max_parallelism_.value().Prefix(group) + std::string(text.substr(colon + 1));
}

// L1 117 [0:a..31:z] 64M seq 5-9 [epoch 3] [blob 20] [marked] [timestamps]
// A key may say its sequence: 31:z#9. "..32:)" ends in the range tombstone sentinel.
void LsmScript::AddFile(const std::vector<std::string>& words) {
  const Fields fields(words, 4);
  manifest::FileMetaData file;
  file.level = static_cast<int32_t>(Number(words.at(0).substr(1)));
  file.number = FileNumber{Number(words.at(1))};
  file.size_bytes = Size(words.at(3));
  const auto [smallest_seqno, largest_seqno] = Pair(fields.Value("seq").value_or("5-9"));
  file.smallest_seqno = SequenceNumber{smallest_seqno};
  file.largest_seqno = SequenceNumber{largest_seqno};
  file.epoch_number = Number(fields.Value("epoch").value_or("0"));

  const std::string_view bounds = words.at(2);
  const size_t dots = bounds.find("..");
  if (!bounds.starts_with('[') || dots == std::string_view::npos) Fail("no bounds", bounds);
  const auto internal_key = [&](std::string_view text, SequenceNumber sequence) {
    const size_t hash = text.find('#');
    if (hash != std::string_view::npos) sequence = SequenceNumber{Number(text.substr(hash + 1))};
    return MakeInternalKey(UserKey(text.substr(0, hash)), sequence, ValueType::kValue);
  };
  const std::string_view upper = bounds.substr(dots + 2, bounds.size() - dots - 3);
  const std::string smallest = internal_key(bounds.substr(1, dots - 1), file.largest_seqno);
  const std::string largest = bounds.ends_with(')') ? MakeRangeTombstoneSentinel(UserKey(upper))
                                                    : internal_key(upper, file.smallest_seqno);
  file.SetPayload(smallest, largest, CustomFields(fields));

  auto& levels = family().levels;
  const auto level = static_cast<size_t>(file.level);
  if (levels.size() <= level) levels.resize(level + 1);
  levels[level].push_back(std::move(file));
  if (level == 0) manifest::SortLevel0(&levels[0]);
}

// blob NUMBER SIZE
void LsmScript::AddBlobFile(const std::vector<std::string>& words) {
  manifest::BlobFile& blob = family().blob_files.emplace_back();
  blob.number = FileNumber{Number(words.at(1))};
  blob.total_bytes = Size(words.at(2));
  blob.total_count = 10;
}

namespace {

std::string Answer(const Result<plan::Plan>& plan) {
  if (plan.ok()) return ToText(*plan);
  return fmt::format("{}: {}\n", StatusCodeName(plan.status().code()), plan.status().ToString());
}

}  // namespace

// plan LO-HI [allow-gaps] [expect-leftovers]
std::string LsmScript::Plan(const std::vector<std::string>& words) {
  const Fields fields(words, 2);
  const Expected expected{fields.Flag("allow-gaps"), fields.Flag("expect-leftovers")};
  return Answer(MakePlan(sources(), max_parallelism_.value(), Groups(words.at(1)), expected));
}

std::string LsmScript::Merge() { return Answer(PlanMerge(sources())); }

}  // namespace rescale::plan
