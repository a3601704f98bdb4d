// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ingest/file_tasks.h"
#include "sst/property_names.h"
#include "sst/table_reader.h"

namespace rescale::ingest {

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
