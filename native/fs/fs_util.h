// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rescale/file_system.h"

// What is made of a FileSystem's operations. A function that makes a file and fails removes what it
// made, as far as it can; one that finds the target there (AlreadyExists) leaves it alone. Making a
// file durable takes its directory's SyncDirectory too, which is the caller's.
namespace rescale {

// "a" and "b" give "a/b"; a slash is not doubled. `name` is taken as it is.
std::string JoinPath(std::string_view directory, std::string_view name);
// The last part, without slashes at the end: "a/b/" gives "b", "/" gives "".
std::string BaseName(std::string_view path);
// All before the last part: "a/b/" gives "a", "/a" gives "/", "a" gives ".".
std::string ParentDirectory(std::string_view path);

// Whether there is a file or directory, links followed. An error other than NotFound is one.
Result<bool> FileExists(FileSystem& fs, const std::string& path);

// Corruption when the file is longer than `max_bytes`; no more memory than its size is asked for.
Result<std::string> ReadWholeFile(FileSystem& fs, const std::string& path, uint64_t max_bytes);

Status WriteWholeFile(FileSystem& fs, const std::string& path, std::string_view data,
                      uint32_t mode = 0644, bool sync = true);

// A synced copy with the permission bits of `mode`, or of the source when there is none.
Status CopyWholeFile(FileSystem& fs, const std::string& from, const std::string& to,
                     std::optional<uint32_t> mode = std::nullopt);

// Gets the whole file `from` to the new name `to`: by hard link, else by reflink, else by copy, and
// says how and why no link was possible. With `prefer_copy` no link is tried, so that the target
// has an inode of its own. A link keeps the source's permission bits; the others get `mode`, or the
// source's when there is none. The content is durable where the source's is.
Result<Transfer> TransferFile(FileSystem& fs, const std::string& from, const std::string& to,
                              std::optional<uint32_t> mode = std::nullopt,
                              bool prefer_copy = false);

// Removes a directory and all in it; Ok when there is none. A symbolic link is removed, never
// followed (one at `directory` itself is refused). Deeper than 64 levels is InvalidArgument: no
// directory of ours is.
Status RemoveTree(FileSystem& fs, const std::string& directory);

}  // namespace rescale
