// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/file_system.h"
#include "rescale/types.h"

namespace rescale::checkpoint {

// What a RocksDB file name says. `file/filename.cc`: %06u.sst (or .ldb), %06u.blob, %06u.log,
// MANIFEST-%06u, OPTIONS-%06u, CURRENT, IDENTITY, LOCK. Width of the number is not checked.
enum class FileKind : uint8_t {
  kTable,
  kBlob,
  kLog,
  kManifest,
  kOptions,
  kCurrent,
  kIdentity,
  kLock
};
struct FileName {
  FileKind kind;
  FileNumber number;  // 0 where the kind has none
};
// Nothing for any other name, and for a number that RocksDB cannot give: file numbers share 64 bits
// with a path id of two (`db/version_edit.h`, kFileNumberMask), so one above 2^62 - 1 is none.
std::optional<FileName> ParseFileName(std::string_view name);
std::string TableFileName(FileNumber number);     // "000012.sst"
std::string BlobFileName(FileNumber number);      // "000012.blob"
std::string LogFileName(FileNumber number);       // "000012.log"
std::string ManifestFileName(FileNumber number);  // "MANIFEST-000012"
std::string OptionsFileName(FileNumber number);   // "OPTIONS-000012"

struct LogFile {
  FileNumber number;
  uint64_t size_bytes = 0;
};

// The files of one RocksDB directory, found by listing it and reading CURRENT; no SST is opened or
// even looked at.
struct CheckpointFiles {
  std::string directory;      // as given
  std::string manifest_name;  // what CURRENT says: "MANIFEST-000012"
  FileNumber manifest_number;
  std::vector<std::string> names;  // every name in the directory, sorted
  std::string options_name;        // the newest OPTIONS file; empty when there is none
  std::vector<LogFile> logs;       // in number order, with sizes
  FileNumber largest_number;       // largest number in any file name of the directory
  bool has_lock = false;           // a LOCK is there: RocksDB has opened the database in this place
};

// Lists `directory` and reads CURRENT; of the MANIFEST, the OPTIONS file and the .log files only
// the kind and the size are asked for. NotFound when there is no CURRENT (not a RocksDB directory);
// Corruption when CURRENT is empty, unterminated, or names anything but a MANIFEST of this
// directory (path parts are refused), and when one of these is no regular file: a directory, a
// FIFO, a socket, a device, a link to nothing. `manifest_name` stands in for CURRENT, for a
// database that is staged and has none yet; empty: CURRENT says.
Result<CheckpointFiles> FindCheckpointFiles(FileSystem& fs, const std::string& directory,
                                            const std::string& manifest_name = "");

// The size and kind of a file that a MANIFEST names, at `path`. What a checkpoint's own metadata
// names and what is not there is Corruption, not NotFound: the checkpoint is not whole. So is
// anything but a regular file in its place, and a size other than `expected_bytes` (none: any).
Result<FileInfo> StatNamedFile(FileSystem& fs, const std::string& path,
                               std::optional<uint64_t> expected_bytes);

// Busy when a process has the database in `directory` open (its LOCK is held).
Status CheckNotLive(FileSystem& fs, const std::string& directory);

}  // namespace rescale::checkpoint
