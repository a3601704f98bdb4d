// SPDX-License-Identifier: Apache-2.0
#include "state/imagined_tables.h"

namespace rescale::bench {
namespace {

bool IsTable(const std::string& path) { return path.ends_with(".sst"); }

}  // namespace

Result<FileInfo> ImaginedTables::Stat(const std::string& path) {
  if (!IsTable(path)) return real_.Stat(path);
  FileInfo info;
  info.size_bytes = table_bytes_;
  info.mode = 0644;
  return info;
}

Status ImaginedTables::HardLink(const std::string& from, const std::string& to,
                                LinkFailure* failure) {
  return IsTable(from) ? Status::Ok() : real_.HardLink(from, to, failure);
}

}  // namespace rescale::bench
