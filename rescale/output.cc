// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "exit_code.h"
#include "terminal.h"

namespace rescale::cli {

namespace {

// What has become of the streams so far.
struct Streams {
  bool stdout_used = false;  // some of it was written, or was to be
  bool stdout_pipe_closed = false;
  bool hold_notes = false;
  std::vector<std::string> notes;
};
Streams& TheStreams() {
  static Streams streams;
  return streams;
}

// False with errno set when not all of it could be written.
bool WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

Json ErrorObject(const Status& status, std::string_view where) {
  Json object;
  object["message_type"] = "error";
  object["command"] = where;
  object["code"] = CodeIdentifier(status.code());
  object["message"] = status.ToString();
  object["path"] = status.path().empty() ? Json(nullptr) : Json(status.path());
  object["offset_bytes"] = status.offset_bytes() ? Json(*status.offset_bytes()) : Json(nullptr);
  object["exit_code"] = static_cast<int>(ExitCodeOf(status.code()));
  object["notes"] = TheStreams().notes;
  return object;
}

// Columns a text takes: UTF-8 continuation bytes take none.
size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

Status WriteStdout(std::string_view text) {
  TheStreams().stdout_used = true;
  if (WriteAll(STDOUT_FILENO, text)) return Status::Ok();
  TheStreams().stdout_pipe_closed = errno == EPIPE;
  return Status::IoError(fmt::format("stdout: {}", std::strerror(errno)));
}

Status CheckStdoutIsOpen() {
  const int flags = fcntl(STDOUT_FILENO, F_GETFL);
  // What stands in for a closed one is read-only.
  if (flags != -1 && (flags & O_ACCMODE) != O_RDONLY) return Status::Ok();
  return Status::IoError(fmt::format("stdout: {}; nothing was written", std::strerror(EBADF)));
}

bool StdoutPipeIsClosed() { return TheStreams().stdout_pipe_closed; }

std::string ToText(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Status WriteJson(const Json& document) { return WriteStdout(ToText(document, 2) + "\n"); }

void HoldNotes() { TheStreams().hold_notes = true; }

void WriteNote(std::string_view text) {
  if (TheStreams().hold_notes) {
    TheStreams().notes.emplace_back(text);
    return;
  }
  WriteAll(STDERR_FILENO, fmt::format("rescale: {}\n", Printable(text)));
}

void WriteError(const Status& status, std::string_view where, bool json) {
  if (json) {
    const std::string line = ToText(ErrorObject(status, where), -1) + "\n";
    if (!TheStreams().stdout_used && WriteAll(STDOUT_FILENO, line)) return;
    WriteAll(STDERR_FILENO, line);
    return;
  }
  const bool colour = TerminalOf(STDERR_FILENO).colour;
  WriteAll(STDERR_FILENO, fmt::format("rescale{}{}: {}error:{} {}\n", where.empty() ? "" : " ",
                                      where, colour ? "\x1b[1;31m" : "", colour ? "\x1b[0m" : "",
                                      Printable(status.ToString())));
}

std::string Size(uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  while (value >= 999.95 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string Duration(double milliseconds) {
  if (milliseconds < 999.5) return fmt::format("{:.0f} ms", milliseconds);
  if (milliseconds < 59'950) return fmt::format("{:.1f} s", milliseconds / 1000);
  const auto seconds = static_cast<uint64_t>(milliseconds / 1000 + 0.5);
  return fmt::format("{} min {} s", seconds / 60, seconds % 60);
}

std::string Count(uint64_t count, std::string_view singular) {
  if (count == 1) return fmt::format("1 {}", singular);
  if (singular.ends_with('y')) {
    return fmt::format("{} {}ies", count, singular.substr(0, singular.size() - 1));
  }
  return fmt::format("{} {}s", count, singular);
}

std::string Printable(std::string_view text) {
  std::string printable;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // C1 controls, U+0080 to U+009F, are two bytes in UTF-8.
    const bool c1 = byte == 0xc2 && i + 1 < text.size() &&
                    static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                    static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (c1) {
      printable += fmt::format("\\xc2\\x{:02x}", static_cast<unsigned char>(text[++i]));
    } else if (byte < 0x20 || byte == 0x7f) {
      printable += fmt::format("\\x{:02x}", byte);
    } else {
      printable += text[i];
    }
  }
  return printable;
}

std::string PrintableLines(std::string_view text) {
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    printable += Printable(text.substr(0, end));
    if (end < text.size()) printable += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return printable;
}

Json ToJson(const KeyGroupRange& range) {
  if (range.empty()) return nullptr;
  return Json{{"first", range.first}, {"last", range.last}};
}

std::string Table::ToString(size_t indent) const {
  std::vector<size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      const std::string fill(widths[i] - DisplayWidth(row[i]), ' ');
      line += columns_[i] == Align::kRight ? fill + row[i] : row[i] + fill;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace rescale::cli
