// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/key_group.h"
#include "rescale/status.h"

// How results look: sizes, tables, JSON, and the two streams. Results go to stdout, everything else
// to stderr.
namespace rescale::cli {

// Keys in the order they were added, as the manual shows them.
using Json = nlohmann::ordered_json;

// Writes all of it. IoError when stdout is closed, full, or a broken pipe: a result that nobody got
// is a failure.
Status WriteStdout(std::string_view text);
// IoError when stdout cannot take anything because it is closed: asked before a command writes a
// database. A full or broken one shows only when it is written to.
Status CheckStdoutIsOpen();
// Whether a write to stdout found that its reader has gone: "rescale plan ... | head".
bool StdoutPipeIsClosed();
// The document and a newline. Strings that are not UTF-8 get replacement characters.
Status WriteJson(const Json& document);
std::string ToText(const Json& document, int indent);

// From here on notes are kept for the error object instead of being written, as --json wants it.
// Called once, before anything is written.
void HoldNotes();
// A line on stderr, "rescale: <text>". Errors of stderr itself are ignored.
void WriteNote(std::string_view text);
// The last word of a failure. "rescale: error: ..." on stderr or, with `json`, one line with an
// error object on stdout: the one document there. Where stdout has been written to, or cannot be,
// the object goes to stderr. `where` is the command, or empty.
void WriteError(const Status& status, std::string_view where, bool json);

// 1.2 MiB, 512 B. Binary units, at most one digit behind the point.
std::string Size(uint64_t bytes);
// 12 ms, 3.4 s, 2 min 5 s.
std::string Duration(double milliseconds);
// "1 file", "2 files".
std::string Count(uint64_t count, std::string_view singular);

// Text from a file or a path as it can be shown on a terminal: control characters become \xNN.
std::string Printable(std::string_view text);
// The same, but newlines stay.
std::string PrintableLines(std::string_view text);

Json ToJson(const KeyGroupRange& range);

// Rows of cells, aligned by column; numbers right, text left.
class Table {
 public:
  enum class Align { kLeft, kRight };
  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}
  void AddRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // Each row on its own line, indented, without trailing blanks.
  std::string ToString(size_t indent) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace rescale::cli
