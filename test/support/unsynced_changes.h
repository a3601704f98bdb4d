// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "rescale/file_system.h"

namespace rescale::test {

// What a power cut takes. Names without data is the hardest for a program that forgets to sync a
// file: it is there, under its final name, and empty.
struct PowerLoss {
  bool names = true;  // files, links, directories and renames whose directory was not synced
  bool data = true;   // bytes appended after a file's last sync
};

// The changes made through a FaultyFileSystem that a power cut may take back. The model is that of
// POSIX, harder than any file system we know:
//  - a file's bytes are durable once the file was synced after they were appended;
//  - a name (new file, link, directory) is durable once the directory it is in was synced; a sync
//  of
//    the file itself does not do it;
//  - a rename is durable once the directory of the new name was synced; a directory carries what is
//    in it along;
//  - a removal is durable at once, and so is what a reflink put into its file;
//  - a hard link keeps the bytes it had when it was made, synced or not.
// Safe to use from several threads, as long as none renames what another works in.
class UnsyncedChanges {
 public:
  // Each after the operation on `base` has succeeded. Paths as they were given to it.
  void Created(FileSystem& base, const std::string& path);
  void Appended(FileSystem& base, const std::string& path, uint64_t size_bytes);
  void Synced(FileSystem& base, const std::string& path);
  void NameAdded(FileSystem& base, const std::string& path);  // link, reflink, directory
  void Renamed(FileSystem& base, const std::string& from, const std::string& to);
  void Removed(FileSystem& base, const std::string& path);
  void DirectorySynced(FileSystem& base, const std::string& path);

  // Takes back what is not durable, newest first, and starts anew.
  Status Lose(FileSystem& base, PowerLoss loss);
  void Clear();

 private:
  // A name that came to be; from another one, when it was a rename.
  struct NameChange {
    std::string path;
    std::string renamed_from;  // empty: made
  };
  struct FileBytes {
    uint64_t written = 0;
    uint64_t durable = 0;
  };

  // Moves what is recorded at or below `from` to `to`.
  void MoveRecords(const std::string& from, const std::string& to);
  Status LoseData(FileSystem& base);
  Status LoseNames(FileSystem& base);

  std::mutex mutex_;
  // Oldest first. Paths are real ones and always the present ones: a rename changes them all.
  std::vector<NameChange> names_;
  std::map<std::string, FileBytes> files_;
};

}  // namespace rescale::test
