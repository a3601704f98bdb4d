// SPDX-License-Identifier: Apache-2.0
#include "manifest/manifest_dump.h"

#include <fmt/format.h>

#include <utility>

#include "manifest/edit_text.h"
#include "manifest/log_reader.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {
namespace {

class Dumper {
 public:
  Dumper(const RandomAccessFile* file, const std::function<void(std::string_view)>& line)
      : file_(file), reader_(file), line_(line) {}

  Status Run() {
    for (;;) {
      LogRecord record;
      const Result<bool> more = reader_.Read(&record);
      if (!more.ok()) {
        Damage(more.status());
        if (more.status().code() == StatusCode::kCorruption) continue;
        return End("a read that failed");
      }
      if (!*more) break;
      Print(record);
    }
    for (const std::string& note : reader_.notes()) line_("note: " + note);
    if (records_ == 0 && first_damage_.ok()) Damage(NoRecords());
    return End(reader_.good_end_bytes() == file_->size_bytes() ? "the end of the file"
                                                               : "the end of the records");
  }

 private:
  // Every MANIFEST begins with a record; a file without one is of another kind, or was cut.
  Status NoRecords() const {
    return Status::Corruption(fmt::format("not a MANIFEST: expected log records of version edits, "
                                          "found none in {} bytes",
                                          file_->size_bytes()))
        .At(file_->path(), 0);
  }

  void Print(const LogRecord& record) {
    ++records_;
    line_(fmt::format("record {} at {}, {} bytes", records_, record.offset_bytes,
                      record.data.size()));
    VersionEdit edit;
    Status status = DecodeVersionEdit(record.data, &edit);
    DescribeEdit(edit, [this](std::string_view text) { line_(fmt::format("  {}", text)); });
    if (!status.ok()) Damage(std::move(status).At(file_->path(), record.offset_bytes));
  }

  void Damage(const Status& status) {
    ++damaged_;
    line_(fmt::format("{}: {}", StatusCodeName(status.code()), status.ToString()));
    if (first_damage_.ok()) first_damage_ = status;
  }

  Status End(std::string_view why) {
    line_(fmt::format("read to {} of {} bytes: {} records, {} damaged places; stopped at {}",
                      reader_.good_end_bytes(), file_->size_bytes(), records_, damaged_, why));
    return first_damage_;
  }

  const RandomAccessFile* file_;
  LogReader reader_;
  const std::function<void(std::string_view)>& line_;
  uint64_t records_ = 0;
  uint64_t damaged_ = 0;
  Status first_damage_;
};

}  // namespace

Status DumpManifest(FileSystem& fs, const std::string& path,
                    const std::function<void(std::string_view line)>& line) {
  RESCALE_ASSIGN_OR_RETURN(const auto file, fs.OpenForRead(path));
  return Dumper(file.get(), line).Run();
}

}  // namespace rescale::manifest
