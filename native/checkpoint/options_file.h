// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rescale/file_system.h"
#include "rescale/status.h"

// RocksDB's OPTIONS-NNNNNN file: an INI text of sections [Version], [DBOptions],
// [CFOptions "name"], [TableOptions/BlockBasedTable "name"]. RocksDB `options/options_parser.cc`.
// Options that this version does not know are carried as they are.
namespace rescale::checkpoint {

// The options of a section. Column families mostly have the same, and a job may have thousands of
// them: sections whose text is the same share one list, which is copied when it is changed.
class OptionEntries {
 public:
  using Entry = std::pair<std::string, std::string>;  // name, value
  using List = std::vector<Entry>;

  OptionEntries() : list_(Nothing()) {}
  explicit OptionEntries(List list) : list_(std::make_shared<const List>(std::move(list))) {}

  List::const_iterator begin() const { return list_->begin(); }
  List::const_iterator end() const { return list_->end(); }
  bool empty() const { return list_->empty(); }
  size_t size() const { return list_->size(); }
  const Entry& operator[](size_t i) const { return (*list_)[i]; }
  bool SharesWith(const OptionEntries& other) const { return list_ == other.list_; }
  bool operator==(const OptionEntries& other) const { return *list_ == *other.list_; }

 private:
  static const std::shared_ptr<const List>& Nothing();
  std::shared_ptr<const List> list_;
};

struct OptionsSection {
  std::string kind;       // "Version", "DBOptions", "CFOptions", "TableOptions/BlockBasedTable"
  std::string argument;   // column family name, unescaped; empty where there is none
  OptionEntries entries;  // in file order
};

// What the planner asks of a column family's options. RocksDB's defaults where the file is silent.
struct ColumnFamilyOptions {
  int32_t num_levels = 7;                       // at least 1
  int32_t level0_slowdown_writes_trigger = 20;  // negative: never
  int32_t level0_stop_writes_trigger = 36;
  std::string compaction_style = "kCompactionStyleLevel";
  std::string comparator = "leveldb.BytewiseComparator";
  std::string merge_operator;  // empty when none
};

class OptionsFile {
 public:
  // Corruption with the line number when the text is not of this form, or lacks a section RocksDB
  // insists on ([DBOptions], [CFOptions "default"]).
  static Result<OptionsFile> Parse(std::string_view text, std::string_view path);
  // Reads and parses a file of at most 128 MiB; 1000 column families take some 10.
  static Result<OptionsFile> Read(FileSystem& fs, const std::string& path);
  std::string ToText() const;

  bool HasColumnFamily(std::string_view name) const;
  // Defaults when the column family is not in the file.
  ColumnFamilyOptions ColumnFamily(std::string_view name) const;
  std::vector<std::string> ColumnFamilyNames() const;

  // RocksDB's version in [Version], "8.10.0"; empty when the file does not say.
  std::string RocksDbVersion() const;
  // An entry of [DBOptions] as plain text; empty when there is none.
  std::string DbOption(std::string_view name) const;

  // Sets or adds an entry of [DBOptions]; `value` is plain text and is escaped here.
  void SetDbOption(std::string_view name, std::string_view value);
  // The same for [CFOptions "column_family"]; nothing when there is no such section.
  void SetColumnFamilyOption(std::string_view column_family, std::string_view name,
                             std::string_view value);
  // Removes the sections of every column family not in `names`, adds those in `names` that are
  // missing from the first of `others` that has them (or, where none has, as a copy of this file's
  // "default" sections), and puts them into the order of `names`. Paths that bind to one place
  // (wal_dir, db_log_dir, db_paths, cf_paths) are emptied. "default" always stays and comes first,
  // whatever `names` says: RocksDB refuses a file without it or of another order. Where sections
  // were taken from a file of a newer RocksDB, [Version] says the newer one, so that a reader which
  // ignores newer options (ConfigOptions::ignore_unknown_options) still does.
  void Reshape(const std::vector<std::string>& names,
               const std::vector<const OptionsFile*>& others);

 private:
  // The place of [CFOptions "name"] in sections_; none when there is no such section.
  std::optional<size_t> FindFamily(std::string_view name) const;
  void IndexFamilies();

  std::vector<OptionsSection> sections_;
  std::vector<size_t> families_;  // places of the CFOptions sections, by column family name
};

}  // namespace rescale::checkpoint
