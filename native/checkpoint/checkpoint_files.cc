// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "checkpoint/quoted.h"
#include "fs/fs_util.h"

namespace rescale::checkpoint {
namespace {

constexpr uint64_t kMaxFileNumber = (uint64_t{1} << 62) - 1;
// Far above any real one: "MANIFEST-", at most 20 digits, a newline.
constexpr uint64_t kMaxCurrentBytes = 4096;
constexpr std::string_view kManifestPrefix = "MANIFEST-";
constexpr std::string_view kOptionsPrefix = "OPTIONS-";
constexpr size_t kMaxListedBytes = 60;
constexpr std::string_view kAgain = "take the checkpoint again";

std::optional<FileNumber> ParseNumber(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    if (value > kMaxFileNumber / 10) return std::nullopt;
    value = value * 10 + static_cast<uint64_t>(c - '0');
  }
  if (value > kMaxFileNumber) return std::nullopt;
  return FileNumber{value};
}

std::optional<FileName> Numbered(FileKind kind, std::string_view digits) {
  const auto number = ParseNumber(digits);
  if (!number) return std::nullopt;
  return FileName{kind, *number};
}

Result<std::string> ReadCurrent(FileSystem& fs, const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(std::string text, ReadWholeFile(fs, path, kMaxCurrentBytes));
  if (text.empty()) {
    return Status::Corruption(
               "the file is empty: expected the name of a MANIFEST; the directory was not copied "
               "whole, take the checkpoint again")
        .At(path);
  }
  if (text.back() != '\n') {
    return Status::Corruption(fmt::format("expected a newline at the end, found {}", Quoted(text)))
        .At(path, text.size() - 1);
  }
  text.pop_back();
  const auto parsed = ParseFileName(text);
  if (!parsed || parsed->kind != FileKind::kManifest) {
    return Status::Corruption(
               fmt::format("expected MANIFEST-<number> of this directory, found {}", Quoted(text)))
        .At(path, 0);
  }
  return text;
}

Status NoCurrent(const std::string& directory, const std::vector<std::string>& names) {
  const char* found = names.empty() ? "the directory is empty" : "there is no CURRENT file here";
  return Status::NotFound(
             fmt::format(
                 "{}: this is no RocksDB directory; give the directory of a checkpoint, the "
                 "one that holds CURRENT, MANIFEST-* and *.sst",
                 found))
      .At(directory);
}

Status NoManifest(const std::string& current_path, const std::string& wanted,
                  const std::vector<std::string>& names) {
  std::string found;
  for (const std::string& name : names) {
    const auto parsed = ParseFileName(name);
    if (!parsed || parsed->kind != FileKind::kManifest) continue;
    if (!found.empty()) found += ", ";
    found += name;
    if (found.size() > kMaxListedBytes) break;
  }
  return Status::Corruption(
             fmt::format("names {}, which is not in the directory (found: {}); the directory was "
                         "not copied whole, take the checkpoint again",
                         Shown(wanted), found.empty() ? "no MANIFEST" : found))
      .At(current_path);
}

// What stands where a file is expected; empty for a regular file.
std::string_view InPlaceOfFile(const FileInfo& info) {
  if (info.is_directory) return "a directory";
  switch (info.special) {
    case SpecialFile::kNone:
      return "";
    case SpecialFile::kFifo:
      return "a FIFO";
    case SpecialFile::kSocket:
      return "a socket";
    case SpecialFile::kDevice:
      return "a device";
  }
  return "a special file";
}

// Of a name that the directory was found to have. Corruption when no file is behind it.
Result<FileInfo> StatListed(FileSystem& fs, const std::string& path, std::string_view expected,
                            std::string_view advice) {
  const Result<FileInfo> info = fs.Stat(path);
  if (!info.ok() && info.status().code() != StatusCode::kNotFound) return info.status();
  if (info.ok() && InPlaceOfFile(*info).empty()) return info;
  return Status::Corruption(
             fmt::format("expected {}, found {}; {}", expected,
                         info.ok() ? InPlaceOfFile(*info) : "a name without a file behind it",
                         advice))
      .At(path);
}

Result<LogFile> StatLog(FileSystem& fs, const std::string& path, FileNumber number) {
  RESCALE_ASSIGN_OR_RETURN(
      const FileInfo info,
      StatListed(fs, path, "a write-ahead log",
                 "RocksDB makes none of this name, take the checkpoint again"));
  return LogFile{number, info.size_bytes};
}

// What the names of a directory say.
Status TakeNames(FileSystem& fs, CheckpointFiles* files) {
  FileNumber newest_options;
  for (const std::string& name : files->names) {
    const auto parsed = ParseFileName(name);
    if (!parsed) continue;
    files->largest_number = std::max(files->largest_number, parsed->number);
    if (parsed->kind == FileKind::kOptions &&
        (files->options_name.empty() || parsed->number > newest_options)) {
      files->options_name = name;
      newest_options = parsed->number;
    }
    if (parsed->kind == FileKind::kLog) {
      RESCALE_ASSIGN_OR_RETURN(const LogFile log,
                               StatLog(fs, JoinPath(files->directory, name), parsed->number));
      files->logs.push_back(log);
    }
    if (parsed->kind == FileKind::kLock) files->has_lock = true;
  }
  std::sort(files->logs.begin(), files->logs.end(),
            [](const LogFile& a, const LogFile& b) { return a.number < b.number; });
  return Status::Ok();
}

}  // namespace

std::optional<FileName> ParseFileName(std::string_view name) {
  if (name == "CURRENT") return FileName{FileKind::kCurrent, FileNumber{}};
  if (name == "IDENTITY") return FileName{FileKind::kIdentity, FileNumber{}};
  if (name == "LOCK") return FileName{FileKind::kLock, FileNumber{}};
  if (name.starts_with(kManifestPrefix)) {
    return Numbered(FileKind::kManifest, name.substr(kManifestPrefix.size()));
  }
  if (name.starts_with(kOptionsPrefix)) {
    return Numbered(FileKind::kOptions, name.substr(kOptionsPrefix.size()));
  }
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(0, dot);
  const std::string_view suffix = name.substr(dot + 1);
  if (suffix == "sst" || suffix == "ldb") return Numbered(FileKind::kTable, digits);
  if (suffix == "blob") return Numbered(FileKind::kBlob, digits);
  if (suffix == "log") return Numbered(FileKind::kLog, digits);
  return std::nullopt;
}

std::string TableFileName(FileNumber number) { return fmt::format("{:06}.sst", number.value); }
std::string BlobFileName(FileNumber number) { return fmt::format("{:06}.blob", number.value); }
std::string LogFileName(FileNumber number) { return fmt::format("{:06}.log", number.value); }
std::string ManifestFileName(FileNumber number) {
  return fmt::format("MANIFEST-{:06}", number.value);
}
std::string OptionsFileName(FileNumber number) {
  return fmt::format("OPTIONS-{:06}", number.value);
}

Result<CheckpointFiles> FindCheckpointFiles(FileSystem& fs, const std::string& directory,
                                            const std::string& manifest_name) {
  CheckpointFiles files;
  files.directory = directory;
  RESCALE_ASSIGN_OR_RETURN(files.names, fs.List(directory));
  const std::vector<std::string>& names = files.names;
  files.manifest_name = manifest_name;
  const std::string current_path = JoinPath(directory, "CURRENT");
  if (manifest_name.empty()) {
    if (!std::binary_search(names.begin(), names.end(), "CURRENT"))
      return NoCurrent(directory, names);
    RESCALE_RETURN_IF_ERROR(
        StatListed(fs, current_path, "a file with the name of a MANIFEST", kAgain).status());
    RESCALE_ASSIGN_OR_RETURN(files.manifest_name, ReadCurrent(fs, current_path));
  }
  const auto manifest = ParseFileName(files.manifest_name);
  if (manifest) files.manifest_number = manifest->number;
  if (!std::binary_search(names.begin(), names.end(), files.manifest_name)) {
    return NoManifest(current_path, files.manifest_name, names);
  }
  RESCALE_RETURN_IF_ERROR(
      StatListed(fs, JoinPath(directory, files.manifest_name), "a MANIFEST", kAgain).status());
  RESCALE_RETURN_IF_ERROR(TakeNames(fs, &files));
  if (files.options_name.empty()) return files;
  RESCALE_RETURN_IF_ERROR(
      StatListed(fs, JoinPath(directory, files.options_name), "an OPTIONS file", kAgain).status());
  return files;
}

Result<FileInfo> StatNamedFile(FileSystem& fs, const std::string& path,
                               std::optional<uint64_t> expected_bytes) {
  const Result<FileInfo> info = fs.Stat(path);
  if (info.status().code() == StatusCode::kNotFound) {
    return Status::Corruption(
               "the MANIFEST names this file, but it is missing; the directory was not copied "
               "whole, take the checkpoint again")
        .At(path);
  }
  if (!info.ok()) return info.status();
  if (!InPlaceOfFile(*info).empty()) {
    return Status::Corruption(fmt::format("expected the file that the MANIFEST names, found {}; {}",
                                          InPlaceOfFile(*info), kAgain))
        .At(path);
  }
  if (!expected_bytes || info->size_bytes == *expected_bytes) return info;
  return Status::Corruption(
             fmt::format("size differs from the MANIFEST: expected {} bytes, found {}",
                         *expected_bytes, info->size_bytes))
      .At(path);
}

Status CheckNotLive(FileSystem& fs, const std::string& directory) {
  const std::string lock_file = JoinPath(directory, "LOCK");
  RESCALE_ASSIGN_OR_RETURN(const bool locked, fs.IsLockedByProcess(lock_file));
  if (!locked) return Status::Ok();
  return Status::
      Busy("a process has this database open (its LOCK is held): take a checkpoint of it and give "
           "the checkpoint's directory, or close the database first")
          .At(directory);
}

}  // namespace rescale::checkpoint
