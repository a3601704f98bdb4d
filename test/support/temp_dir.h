// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rescale::test {

// A fresh directory under `root` or, without one, $TMPDIR (or /tmp), removed with all in it when
// destroyed. Its path is real: it has no symbolic link in it. A failure to make it ends the test by
// an exception.
class TempDir {
 public:
  explicit TempDir(const std::string& root = "");
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir();

  const std::string& path() const { return path_; }
  // The path of a name inside; nothing is made.
  std::string operator/(std::string_view name) const;

 private:
  std::string path_;
};

// Plain file access for tests, beside the FileSystem under test. A failure throws.
void WriteFile(const std::string& path, std::string_view data);  // made or replaced
std::string ReadFile(const std::string& path);
void FlipByte(const std::string& path, size_t offset_bytes);  // damage: the byte's lowest bit
bool Exists(const std::string& path);                         // links are not followed

}  // namespace rescale::test
