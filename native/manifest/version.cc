// SPDX-License-Identifier: Apache-2.0
#include "manifest/version.h"

#include <fmt/format.h>

namespace rescale::manifest {

const ColumnFamily* Version::FindColumnFamily(std::string_view name) const {
  for (const ColumnFamily& family : column_families) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

size_t Version::file_count() const {
  size_t count = 0;
  for (const ColumnFamily& family : column_families) {
    for (const auto& level : family.levels) count += level.size();
  }
  return count;
}

std::string Describe(const ColumnFamily& family) {
  return fmt::format("column family {} \"{}\"", family.id, family.name);
}

}  // namespace rescale::manifest
