// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/options_text.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "checkpoint/quoted.h"

namespace rescale::checkpoint {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";
// Far above any real file, so that memory has a bound: 5000 column families have 10,000 sections
// and some 750,000 options.
constexpr size_t kMaxSections = size_t{1} << 18;
constexpr size_t kMaxEntries = size_t{1} << 22;
constexpr std::string_view kHeader =
    "# This is a RocksDB option file.\n"
    "#\n"
    "# Written by rescale from the option files of its sources.\n"
    "#\n";

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string_view WithoutComment(std::string_view line) {
  size_t hash = line.find('#');
  while (hash != std::string_view::npos && hash > 0 && line[hash - 1] == '\\') {
    hash = line.find('#', hash + 1);
  }
  return line.substr(0, hash);
}

// Collects the sections line by line and holds RocksDB's rules about which may follow which.
class Parser {
 public:
  explicit Parser(std::string_view path) : path_(path) {}

  Status Line(std::string_view raw);
  Result<std::vector<OptionsSection>> Finish();

 private:
  Status Error(std::string message) const {
    return Status::Corruption(fmt::format("line {}: {}", line_number_, message)).At(path_);
  }
  Status SectionLine(std::string_view line);
  Status CheckSection(const OptionsSection& section);
  Status StatementLine(std::string_view line);
  void EndSection();

  std::string_view path_;
  size_t line_number_ = 0;
  OptionEntries::List entries_;  // of the last section
  std::string_view body_;        // its text
  std::map<std::string_view, OptionEntries> entries_by_body_;
  size_t entries_read_ = 0;
  std::vector<OptionsSection> sections_;
  std::set<std::pair<std::string, std::string>, std::less<>> seen_;  // kind, argument
};

Status Parser::Line(std::string_view raw) {
  ++line_number_;
  const std::string_view line = Trim(WithoutComment(raw));
  if (line.empty()) return Status::Ok();
  if (line.front() == '[') {
    EndSection();
    return SectionLine(line);
  }
  RESCALE_RETURN_IF_ERROR(StatementLine(line));
  const char* begin = body_.empty() ? raw.data() : body_.data();
  body_ = {begin, static_cast<size_t>(raw.data() + raw.size() - begin)};
  return Status::Ok();
}

void Parser::EndSection() {
  if (!entries_.empty()) {
    const auto [found, fresh] = entries_by_body_.try_emplace(body_);
    if (fresh) {
      entries_.shrink_to_fit();
      found->second = OptionEntries(std::move(entries_));
    }
    sections_.back().entries = found->second;
  }
  entries_ = {};
  body_ = {};
}

Status Parser::SectionLine(std::string_view line) {
  if (line.size() < 2 || line.back() != ']') return Error("expected ']' at the end of the section");
  line = line.substr(1, line.size() - 2);
  OptionsSection section;
  const size_t first = line.find('"');
  const size_t last = line.rfind('"');
  if (first != std::string_view::npos && first != last) {
    section.argument = UnescapeOption(line.substr(first + 1, last - first - 1));
    line = line.substr(0, first);
  }
  section.kind = Trim(line);
  if (sections_.size() == kMaxSections) {
    return Error(fmt::format("more than {} sections", kMaxSections));
  }
  RESCALE_RETURN_IF_ERROR(CheckSection(section));
  sections_.push_back(std::move(section));
  return Status::Ok();
}

Status Parser::CheckSection(const OptionsSection& section) {
  if (section.kind.empty()) return Error("expected the kind of the section after '['");
  if (!seen_.emplace(section.kind, section.argument).second) {
    return Error(
        fmt::format("a second section [{} {}]", Shown(section.kind), Quoted(section.argument)));
  }
  const bool of_table = section.kind.starts_with(kTableSectionPrefix);
  if (of_table && !seen_.contains(std::pair(std::string(kColumnFamilySection), section.argument))) {
    return Error(fmt::format("table options of {} before the column family's own options",
                             Quoted(section.argument)));
  }
  return Status::Ok();
}

Status Parser::StatementLine(std::string_view line) {
  if (sections_.empty()) return Error("expected a section before the first option");
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos) return Error("expected name=value, found no '='");
  const std::string_view name = Trim(line.substr(0, equals));
  const std::string_view value = Trim(line.substr(equals + 1));
  if (name.empty()) return Error("expected a name before '='");
  const OptionsSection& section = sections_.back();
  const bool number = section.kind == kColumnFamilySection &&
                      (name == "num_levels" || name == "level0_slowdown_writes_trigger" ||
                       name == "level0_stop_writes_trigger");
  if (number && !ParseInt32(value)) {
    return Error(fmt::format("{}: expected a 32-bit integer, found {}", name, Quoted(value)));
  }
  if (++entries_read_ > kMaxEntries) {
    return Error(fmt::format("more than {} options", kMaxEntries));
  }
  entries_.emplace_back(name, value);
  return Status::Ok();
}

Result<std::vector<OptionsSection>> Parser::Finish() {
  EndSection();
  if (!seen_.contains(std::pair(std::string(kDbSection), std::string()))) {
    return Status::Corruption("expected a section [DBOptions], found none").At(path_);
  }
  if (!seen_.contains(std::pair(std::string(kColumnFamilySection), std::string("default")))) {
    return Status::Corruption("expected a section [CFOptions \"default\"], found none").At(path_);
  }
  return std::move(sections_);
}

}  // namespace

bool IsOfColumnFamily(const OptionsSection& section) {
  return section.kind == kColumnFamilySection || section.kind.starts_with(kTableSectionPrefix) ||
         !section.argument.empty();
}

Result<std::vector<OptionsSection>> ParseOptionsText(std::string_view text, std::string_view path) {
  Parser parser(path);
  while (!text.empty()) {
    const size_t end = text.find('\n');
    RESCALE_RETURN_IF_ERROR(parser.Line(text.substr(0, end)));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return parser.Finish();
}

std::string OptionsToText(const std::vector<OptionsSection>& sections) {
  std::string text(kHeader);
  for (const OptionsSection& section : sections) {
    if (IsOfColumnFamily(section)) {
      text += fmt::format("\n[{} \"{}\"]\n", section.kind, EscapeOption(section.argument));
    } else {
      text += fmt::format("\n[{}]\n", section.kind);
    }
    for (const auto& [name, value] : section.entries) {
      text += fmt::format("  {}={}\n", name, value);
    }
  }
  return text;
}

std::string EscapeOption(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const bool special = c == '\\' || c == '#' || c == ':' || c == '\r' || c == '\n';
    if (special) escaped += '\\';
    escaped += c == '\r' ? 'r' : c == '\n' ? 'n' : c;
  }
  return escaped;
}

std::string UnescapeOption(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      plain += text[i];
    } else if (++i < text.size()) {
      plain += text[i] == 'r' ? '\r' : text[i] == 'n' ? '\n' : text[i];
    }
  }
  return plain;
}

const std::string* FindOption(const OptionsSection& section, std::string_view name) {
  for (const auto& [entry_name, value] : section.entries) {
    if (entry_name == name) return &value;
  }
  return nullptr;
}

std::string ObjectName(std::string_view value) {
  value = Trim(value);
  if (value == "nullptr") return {};
  if (value.size() < 2 || value.front() != '{' || value.back() != '}') return UnescapeOption(value);
  value = value.substr(1, value.size() - 2);
  size_t depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= value.size(); ++i) {
    if (i < value.size()) {
      if (value[i] == '{') ++depth;
      if (value[i] == '}' && depth > 0) --depth;
      if (value[i] != ';' || depth > 0) continue;
    }
    const std::string_view property = Trim(value.substr(begin, i - begin));
    if (property.starts_with("id=")) return UnescapeOption(property.substr(3));
    begin = i + 1;
  }
  return {};
}

std::optional<int32_t> ParseInt32(std::string_view value) {
  int32_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end || value.empty()) return std::nullopt;
  return number;
}

}  // namespace rescale::checkpoint
