// SPDX-License-Identifier: Apache-2.0
#include "manifest/manifest_reader.h"

#include <utility>

#include "manifest/log_reader.h"
#include "manifest/version_builder.h"

namespace rescale::manifest {

Result<Version> ReadManifest(FileSystem& fs, const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(const auto file, fs.OpenForRead(path));
  VersionBuilder builder;
  std::vector<std::string> notes;
  uint64_t end = 0;
  {
    LogReader reader(file.get());
    LogRecord record;
    for (;;) {
      RESCALE_ASSIGN_OR_RETURN(const bool more, reader.Read(&record));
      if (!more) break;
      Status status = builder.Apply(record.data);
      if (!status.ok()) return std::move(status).At(path, record.offset_bytes);
    }
    notes = reader.notes();
    end = reader.good_end_bytes();
  }  // before the files are moved into their levels: a record may be as large as all of them
  Result<Version> version = builder.Finish();
  if (!version.ok()) return std::move(version).status().At(path, end);
  version->notes.insert(version->notes.begin(), notes.begin(), notes.end());
  return version;
}

}  // namespace rescale::manifest
