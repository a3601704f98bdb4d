// SPDX-License-Identifier: Apache-2.0
#include "support/temp_dir.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace rescale::test {

namespace fs = std::filesystem;

TempDir::TempDir(const std::string& root) {
  const fs::path real = fs::canonical(root.empty() ? fs::temp_directory_path() : fs::path(root));
  path_ = (real / "rescale-test-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp failed: " + path_);
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TempDir::operator/(std::string_view name) const {
  return path_ + "/" + std::string(name);
}

void WriteFile(const std::string& path, std::string_view data) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(data.data(), static_cast<std::streamsize>(data.size()));
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void FlipByte(const std::string& path, size_t offset_bytes) {
  std::string bytes = ReadFile(path);
  char& byte = bytes.at(offset_bytes);
  byte = static_cast<char>(byte ^ 1);
  WriteFile(path, bytes);
}

bool Exists(const std::string& path) {
  return fs::symlink_status(path).type() != fs::file_type::not_found;
}

}  // namespace rescale::test
