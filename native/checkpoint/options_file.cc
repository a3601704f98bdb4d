// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/options_file.h"

#include <algorithm>
#include <array>
#include <set>

#include "checkpoint/options_text.h"
#include "fs/fs_util.h"

namespace rescale::checkpoint {
namespace {

constexpr uint64_t kMaxFileBytes = uint64_t{128} << 20;
constexpr std::string_view kDefault = "default";
constexpr std::array<std::string_view, 4> kPlaceOptions = {"wal_dir", "db_log_dir", "db_paths",
                                                           "cf_paths"};

using Sections = std::vector<OptionsSection>;
// The sections of each column family, in file order.
using SectionsByName = std::map<std::string_view, std::vector<const OptionsSection*>>;

SectionsByName GroupByColumnFamily(const Sections& sections) {
  SectionsByName groups;
  for (const OptionsSection& section : sections) {
    if (IsOfColumnFamily(section)) groups[section.argument].push_back(&section);
  }
  return groups;
}

OptionsSection* FindSection(Sections& sections, std::string_view kind) {
  const auto found = std::find_if(sections.begin(), sections.end(),
                                  [&](const OptionsSection& s) { return s.kind == kind; });
  return found == sections.end() ? nullptr : &*found;
}

void SetOption(OptionsSection& section, std::string_view name, std::string value) {
  OptionEntries::List entries(section.entries.begin(), section.entries.end());
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (found != entries.end()) {
    found->second = std::move(value);  // RocksDB takes the first of equal names
  } else {
    entries.emplace_back(name, std::move(value));
  }
  section.entries = OptionEntries(std::move(entries));
}

bool IsPlace(const OptionEntries::Entry& entry) {
  return !entry.second.empty() &&
         std::find(kPlaceOptions.begin(), kPlaceOptions.end(), entry.first) != kPlaceOptions.end();
}

void EmptyPlaces(Sections& sections) {
  for (OptionsSection& section : sections) {
    if (std::none_of(section.entries.begin(), section.entries.end(), IsPlace)) continue;
    OptionEntries::List entries(section.entries.begin(), section.entries.end());
    for (OptionEntries::Entry& entry : entries) {
      if (IsPlace(entry)) entry.second.clear();
    }
    section.entries = OptionEntries(std::move(entries));
  }
}

// "8.10.0" as {8, 10, 0}; what is no number counts as 0.
std::array<int32_t, 3> VersionParts(std::string_view text) {
  std::array<int32_t, 3> parts = {};
  for (int32_t& part : parts) {
    const size_t dot = text.find('.');
    part = ParseInt32(text.substr(0, dot)).value_or(0);
    if (dot == std::string_view::npos) break;
    text.remove_prefix(dot + 1);
  }
  return parts;
}

const std::string* FindVersion(const Sections& sections) {
  for (const OptionsSection& section : sections) {
    if (section.kind == kVersionSection) return FindOption(section, "rocksdb_version");
  }
  return nullptr;
}

void RaiseVersion(Sections& sections, const Sections& donor) {
  const std::string* theirs = FindVersion(donor);
  if (theirs == nullptr) return;
  const std::string* ours = FindVersion(sections);
  OptionsSection* section = FindSection(sections, kVersionSection);
  if (section == nullptr || ours == nullptr) return;  // no version: RocksDB checks none
  if (VersionParts(*theirs) > VersionParts(*ours)) SetOption(*section, "rocksdb_version", *theirs);
}

void AppendAs(std::string_view name, const std::vector<const OptionsSection*>& group,
              Sections& out) {
  for (const OptionsSection* section : group) {
    out.push_back(*section);
    out.back().argument = name;
  }
}

// `names` once each, "default" first.
std::vector<std::string_view> DefaultFirst(const std::vector<std::string>& names) {
  std::vector<std::string_view> order = {kDefault};
  std::set<std::string_view> seen = {kDefault};
  for (const std::string& name : names) {
    if (seen.insert(name).second) order.push_back(name);
  }
  return order;
}

}  // namespace

const std::shared_ptr<const OptionEntries::List>& OptionEntries::Nothing() {
  static const std::shared_ptr<const List> nothing = std::make_shared<const List>();
  return nothing;
}

Result<OptionsFile> OptionsFile::Parse(std::string_view text, std::string_view path) {
  OptionsFile file;
  RESCALE_ASSIGN_OR_RETURN(file.sections_, ParseOptionsText(text, path));
  file.IndexFamilies();
  return file;
}

Result<OptionsFile> OptionsFile::Read(FileSystem& fs, const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(const std::string text, ReadWholeFile(fs, path, kMaxFileBytes));
  return Parse(text, path);
}

std::string OptionsFile::ToText() const { return OptionsToText(sections_); }

bool OptionsFile::HasColumnFamily(std::string_view name) const {
  return FindFamily(name).has_value();
}

void OptionsFile::IndexFamilies() {
  families_.clear();
  for (size_t i = 0; i < sections_.size(); ++i) {
    if (sections_[i].kind == kColumnFamilySection) families_.push_back(i);
  }
  std::sort(families_.begin(), families_.end(),
            [this](size_t a, size_t b) { return sections_[a].argument < sections_[b].argument; });
}

std::optional<size_t> OptionsFile::FindFamily(std::string_view name) const {
  const auto found =
      std::lower_bound(families_.begin(), families_.end(), name,
                       [this](size_t i, auto wanted) { return sections_[i].argument < wanted; });
  if (found == families_.end() || sections_[*found].argument != name) return std::nullopt;
  return *found;
}

ColumnFamilyOptions OptionsFile::ColumnFamily(std::string_view name) const {
  ColumnFamilyOptions options;
  const auto found = FindFamily(name);
  if (!found) return options;
  const OptionsSection& section = sections_[*found];
  const auto number = [&](std::string_view option, int32_t& value) {
    const std::string* text = FindOption(section, option);
    if (text != nullptr) value = ParseInt32(*text).value_or(value);
  };
  const auto object = [&](std::string_view option, std::string& value) {
    const std::string* text = FindOption(section, option);
    if (text == nullptr) return;
    if (std::string object_name = ObjectName(*text); !object_name.empty()) value = object_name;
  };
  number("num_levels", options.num_levels);
  number("level0_slowdown_writes_trigger", options.level0_slowdown_writes_trigger);
  number("level0_stop_writes_trigger", options.level0_stop_writes_trigger);
  options.num_levels = std::max(options.num_levels, 1);  // as RocksDB's SanitizeOptions
  object("compaction_style", options.compaction_style);
  object("comparator", options.comparator);
  object("merge_operator", options.merge_operator);
  return options;
}

std::vector<std::string> OptionsFile::ColumnFamilyNames() const {
  std::vector<std::string> names;
  for (const OptionsSection& section : sections_) {
    if (section.kind == kColumnFamilySection) names.push_back(section.argument);
  }
  return names;
}

std::string OptionsFile::RocksDbVersion() const {
  const std::string* version = FindVersion(sections_);
  return version == nullptr ? "" : *version;
}

std::string OptionsFile::DbOption(std::string_view name) const {
  for (const OptionsSection& section : sections_) {
    if (section.kind != kDbSection) continue;
    const std::string* value = FindOption(section, name);
    return value == nullptr ? "" : UnescapeOption(*value);
  }
  return "";
}

void OptionsFile::SetDbOption(std::string_view name, std::string_view value) {
  OptionsSection* section = FindSection(sections_, kDbSection);
  if (section == nullptr) {
    sections_.push_back(OptionsSection{std::string(kDbSection), "", {}});
    section = &sections_.back();
  }
  SetOption(*section, name, EscapeOption(value));
}

void OptionsFile::SetColumnFamilyOption(std::string_view column_family, std::string_view name,
                                        std::string_view value) {
  const auto found = FindFamily(column_family);
  if (found) SetOption(sections_[*found], name, EscapeOption(value));
}

void OptionsFile::Reshape(const std::vector<std::string>& names,
                          const std::vector<const OptionsFile*>& others) {
  Sections reshaped;
  for (const OptionsSection& section : sections_) {
    if (!IsOfColumnFamily(section)) reshaped.push_back(section);
  }
  const SectionsByName own = GroupByColumnFamily(sections_);
  std::vector<SectionsByName> theirs;
  for (const OptionsFile* other : others) theirs.push_back(GroupByColumnFamily(other->sections_));

  for (const std::string_view name : DefaultFirst(names)) {
    if (const auto mine = own.find(name); mine != own.end()) {
      AppendAs(name, mine->second, reshaped);
      continue;
    }
    const auto donor = std::find_if(theirs.begin(), theirs.end(),
                                    [&](const SectionsByName& s) { return s.contains(name); });
    if (donor != theirs.end()) {
      AppendAs(name, donor->find(name)->second, reshaped);
      RaiseVersion(reshaped, others[static_cast<size_t>(donor - theirs.begin())]->sections_);
    } else if (const auto fallback = own.find(kDefault); fallback != own.end()) {
      AppendAs(name, fallback->second, reshaped);
    } else {
      reshaped.push_back(OptionsSection{std::string(kColumnFamilySection), std::string(name), {}});
    }
  }
  EmptyPlaces(reshaped);
  sections_ = std::move(reshaped);
  IndexFamilies();
}

}  // namespace rescale::checkpoint
