// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/options_file.h"

// The text of an OPTIONS file, without meaning. RocksDB `options/options_parser.cc` and
// `util/string_util.cc`, the same from 6.20 to 11.9:
//
//   file      = line*            a '#' not preceded by '\' starts a comment; spaces around are cut
//   section   = '[' kind ']' | '[' kind ' "' argument '"]'
//   statement = name '=' value   belongs to the section above it; the first of equal names counts
//
// The argument, and text inside values, is escaped: '\' before '\', '#' and ':', "\r" and "\n".
namespace rescale::checkpoint {

inline constexpr std::string_view kDbSection = "DBOptions";
inline constexpr std::string_view kVersionSection = "Version";
inline constexpr std::string_view kColumnFamilySection = "CFOptions";
inline constexpr std::string_view kTableSectionPrefix = "TableOptions/";

// Whether the section belongs to the column family that is its argument.
bool IsOfColumnFamily(const OptionsSection& section);

// Names and values exactly as they stand in the file, still escaped; arguments unescaped.
// Corruption with the line number; time and memory are linear in the text.
Result<std::vector<OptionsSection>> ParseOptionsText(std::string_view text, std::string_view path);
std::string OptionsToText(const std::vector<OptionsSection>& sections);

std::string EscapeOption(std::string_view text);
std::string UnescapeOption(std::string_view text);

// The value of the first entry with this name; null when there is none.
const std::string* FindOption(const OptionsSection& section, std::string_view name);

// The name of the object an option is: "X" and "{id=X;...}" give "X"; "nullptr" and "" give "".
std::string ObjectName(std::string_view value);

// A whole decimal int32, else nothing.
std::optional<int32_t> ParseInt32(std::string_view value);

}  // namespace rescale::checkpoint
