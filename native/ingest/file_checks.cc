// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ingest/file_tasks.h"
#include "sst/property_names.h"
#include "sst/table_reader.h"

namespace rescale::ingest {

Status CheckFileSize(const std::string& path, uint64_t manifest_bytes, uint64_t found_bytes) {
  if (found_bytes == manifest_bytes) return Status::Ok();
  return Status::Corruption(fmt::format("the file has {} bytes, its MANIFEST says {}", found_bytes,
                                        manifest_bytes))
      .At(path);
}

Status CheckSeqnosMayShift(FileSystem& fs, const std::string& table) {
  RESCALE_ASSIGN_OR_RETURN(const auto reader, sst::TableReader::Open(fs, table));
  if (!reader->is_external_file()) return Status::Ok();
  return Status::NotSupported(
             fmt::format(
                 "an ingested L0 file (property {}) cannot be merged with L0 files of another "
                 "source that have the same sequence numbers; compact the sources first",
                 sst::property::kExternalFileVersion))
      .At(table);
}

}  // namespace rescale::ingest
