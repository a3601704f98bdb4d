// SPDX-License-Identifier: Apache-2.0
#include "manifest/manifest_writer.h"

#include <fmt/format.h>

#include <utility>

#include "checkpoint/checkpoint_files.h"
#include "manifest/log_writer.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {
namespace {

// An edit is a log record and a record is held in memory as a whole by every reader.
constexpr size_t kMostFilesPerEdit = 2000;
constexpr size_t kLargestEditBytes = size_t{256} << 10;

// Writes the edits of one Version in the order that RocksDB 6.20 and later take.
class VersionWriter {
 public:
  VersionWriter(LogWriter* log, const Version& version) : log_(log), version_(version) {}

  Status Run() {
    if (!version_.db_id.empty()) {
      VersionEdit edit;
      edit.db_id = version_.db_id;
      RESCALE_RETURN_IF_ERROR(Put(edit));
    }
    for (const ColumnFamily& family : version_.column_families) {
      RESCALE_RETURN_IF_ERROR(PutFamily(family));
    }
    for (const ColumnFamily& family : version_.column_families) {
      Status status = PutContent(family);
      if (!status.ok()) {
        return std::move(status).Within(
            fmt::format("column family {} \"{}\"", family.id, family.name));
      }
    }
    return PutCounters();
  }

 private:
  Status Put(const VersionEdit& edit) { return log_->AddRecord(EncodeVersionEdit(edit)); }

  Status PutFamily(const ColumnFamily& family) {
    VersionEdit edit;
    if (!family.comparator.empty()) {
      edit.comparator = family.comparator;
      if (!family.user_defined_timestamps_persisted) edit.persist_user_defined_timestamps = false;
    }
    edit.column_family = family.id;
    if (family.id != 0) edit.column_family_add = family.name;
    return Put(edit);
  }

  Status PutContent(const ColumnFamily& family) {
    RESCALE_RETURN_IF_ERROR(PutBlobs(family));
    RESCALE_RETURN_IF_ERROR(PutFiles(family));
    VersionEdit edit;
    edit.column_family = family.id;
    edit.log_number = family.log_number;
    if (!family.full_history_ts_low.empty()) edit.full_history_ts_low = family.full_history_ts_low;
    if (family.id == 0) {
      edit.max_column_family = version_.max_column_family;
      if (version_.min_log_number_to_keep.value != 0) {
        edit.min_log_number_to_keep = version_.min_log_number_to_keep;
      }
    }
    return Put(edit);
  }

  // Before the SSTs that name them.
  Status PutBlobs(const ColumnFamily& family) {
    VersionEdit edit;
    edit.column_family = family.id;
    for (const BlobFile& blob : family.blob_files) {
      edit.blob_additions.push_back(blob);
      if (blob.garbage_count != 0) {
        edit.blob_garbage.push_back({blob.number, blob.garbage_count, blob.garbage_bytes});
      }
      if (edit.blob_additions.size() < kMostFilesPerEdit) continue;
      RESCALE_RETURN_IF_ERROR(Put(edit));
      edit.blob_additions.clear();
      edit.blob_garbage.clear();
    }
    return edit.blob_additions.empty() ? Status::Ok() : Put(edit);
  }

  Status PutFiles(const ColumnFamily& family) {
    VersionEdit tail;
    tail.column_family = family.id;
    const std::string tail_bytes = EncodeVersionEdit(tail);
    std::string record;
    size_t files = 0;
    for (size_t level = 0; level < family.levels.size(); ++level) {
      for (const FileMetaData& file : family.levels[level]) {
        if (file.level != static_cast<int32_t>(level)) {
          return Status::InvalidArgument(fmt::format("SST {} stands at level {} and says {}",
                                                     file.number.value, level, file.level));
        }
        EncodeNewFile4(file, &record);
        if (++files < kMostFilesPerEdit && record.size() < kLargestEditBytes) continue;
        RESCALE_RETURN_IF_ERROR(log_->AddRecord(record + tail_bytes));
        record.clear();
        files = 0;
      }
    }
    return record.empty() ? Status::Ok() : log_->AddRecord(record + tail_bytes);
  }

  Status PutCounters() {
    VersionEdit edit;
    edit.prev_log_number = FileNumber{0};
    edit.next_file_number = version_.next_file_number;
    edit.last_sequence = version_.last_sequence;
    return Put(edit);
  }

  LogWriter* log_;
  const Version& version_;
};

Status WriteVersion(WritableFile* file, const Version& version) {
  LogWriter log(file);
  RESCALE_RETURN_IF_ERROR(VersionWriter(&log, version).Run());
  RESCALE_RETURN_IF_ERROR(log.Flush());
  RESCALE_RETURN_IF_ERROR(file->Sync());
  return file->Close();
}

Status WriteText(WritableFile* file, std::string_view text) {
  RESCALE_RETURN_IF_ERROR(file->Append(text));
  RESCALE_RETURN_IF_ERROR(file->Sync());
  return file->Close();
}

}  // namespace

Status WriteManifest(FileSystem& fs, const std::string& path, const Version& version) {
  if (version.column_families.empty() || version.column_families.front().id != 0) {
    return Status::InvalidArgument("a MANIFEST needs column family 0").At(path);
  }
  RESCALE_ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, fs.CreateFile(path));
  Status status = WriteVersion(file.get(), version);
  if (status.ok()) return status;
  file.reset();
  (void)fs.RemoveFile(path);  // the first failure is the one to tell
  return std::move(status).At(path);
}

Status WriteCurrent(FileSystem& fs, const std::string& directory, FileNumber manifest_number) {
  const std::string current = directory + "/CURRENT";
  // RocksDB's own name for a CURRENT in the making: it removes one that is left behind.
  const std::string temporary = fmt::format("{}/{:06}.dbtmp", directory, manifest_number.value);
  RESCALE_ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, fs.CreateFile(temporary));
  Status status = WriteText(file.get(), checkpoint::ManifestFileName(manifest_number) + "\n");
  file.reset();
  if (status.ok()) status = fs.RenameNoReplace(temporary, current);
  if (!status.ok()) {
    (void)fs.RemoveFile(temporary);
    return std::move(status).At(temporary);
  }
  return fs.SyncDirectory(directory);
}

}  // namespace rescale::manifest
