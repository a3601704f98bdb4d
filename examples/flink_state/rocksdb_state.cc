// SPDX-License-Identifier: Apache-2.0
#include "flink_state/rocksdb_state.h"

#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>

#include "flink_state/database.h"
#include "flink_state/rocksdb_options.h"
#include "flink_state/workload.h"

namespace flink_state {
namespace {

using rescale::Status;

std::vector<std::string> ColumnFamilies(const StateOptions& options, uint32_t index) {
  std::vector<std::string> names = {kValueState, kCounterState, kListState, kTimerState};
  const auto& extra = options.extra_state_tasks;
  if (std::find(extra.begin(), extra.end(), index) != extra.end()) {
    names.insert(names.begin() + 1, kExtraState);
  }
  if (options.mixed_column_family_ids && index % 2 == 1) std::reverse(names.begin(), names.end());
  names.insert(names.begin(), rocksdb::kDefaultColumnFamilyName);
  return names;
}

rescale::Result<std::unique_ptr<Database>> OpenTask(const StateOptions& options, uint32_t index,
                                                    const std::string& directory) {
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string& name : ColumnFamilies(options, index)) {
    RESCALE_ASSIGN_OR_RETURN(auto family_options, MakeColumnFamilyOptions(options, name));
    families.emplace_back(name, family_options);
  }
  return Database::Open(directory, Database::Mode::kReadWrite, MakeDbOptions(), families);
}

// Snapshots that keep older versions alive, released when destroyed.
class Snapshots {
 public:
  explicit Snapshots(rocksdb::DB* db) : db_(db) {}
  ~Snapshots() {
    for (const rocksdb::Snapshot* snapshot : snapshots_) db_->ReleaseSnapshot(snapshot);
  }
  Snapshots(const Snapshots&) = delete;
  Snapshots& operator=(const Snapshots&) = delete;
  void Take() { snapshots_.push_back(db_->GetSnapshot()); }

 private:
  rocksdb::DB* db_;
  std::vector<const rocksdb::Snapshot*> snapshots_;
};

// WAL files are copied, not flushed, when the workload leaves its last round in them.
rocksdb::Status TakeCheckpoint(Database* database, const StateOptions& options,
                               const std::string& directory) {
  rocksdb::Checkpoint* made = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(&database->db(), &made);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  if (!status.ok()) return status;
  return checkpoint->CreateCheckpoint(
      directory, options.workload.live_wal ? std::numeric_limits<uint64_t>::max() : 0);
}

rocksdb::Status RunTask(const StateOptions& options, TaskWorkload* workload, TaskWriter* writer,
                        Snapshots* snapshots) {
  const Workload& what = options.workload;
  writer->set_use_wal(false);
  if (what.garbage != Garbage::kNone) workload->WriteGarbage();
  for (uint32_t round = 0; round < what.rounds; ++round) {
    const bool in_wal = what.live_wal && round + 1 == what.rounds;
    writer->set_use_wal(in_wal);
    workload->WriteRound(round, !in_wal);
    if (round == 0 && options.lsm.bottommost_first) writer->CompactAll();
    if (round == 0 && what.garbage == Garbage::kRangeDeleted) workload->RangeDeleteGarbage();
    if (what.snapshots && workload->owned_keys() > 0) snapshots->Take();
  }
  writer->WaitForCompactions();
  return writer->status();
}

}  // namespace

std::vector<rescale::StateHandle> JobState::handles() const {
  std::vector<rescale::StateHandle> handles;
  for (const TaskState& task : tasks) handles.push_back(task.handle);
  return handles;
}

rescale::Result<TaskState> MakeTask(const StateOptions& options, uint32_t index) {
  TaskState task;
  task.handle.directory = options.directory + "/" + std::to_string(index);
  RESCALE_ASSIGN_OR_RETURN(task.handle.owned,
                           options.max_parallelism.RangeOfSubtask(options.parallelism, index));
  if (options.keep_model) {
    for (const std::string& name : ColumnFamilies(options, index)) task.model[name];
  }
  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  if (error) return Status::IoError(error.message()).At(options.directory);

  const std::string live = task.handle.directory + ".live";
  RESCALE_ASSIGN_OR_RETURN(const auto database, OpenTask(options, index, live));
  {
    TaskWriter writer(database.get(), options.keep_model ? &task.model : nullptr,
                      options.max_parallelism.ToKeyRange(task.handle.owned));
    TaskWorkload workload(options, index, task.handle.owned, &writer);
    Snapshots snapshots(&database->db());
    rocksdb::Status status = RunTask(options, &workload, &writer, &snapshots);
    if (status.ok()) status = TakeCheckpoint(database.get(), options, task.handle.directory);
    RESCALE_RETURN_IF_ERROR(FromRocksDb(status, live));
  }
  RESCALE_RETURN_IF_ERROR(database->Close());
  std::filesystem::remove_all(live, error);
  return task;
}

rescale::Result<JobState> MakeState(const StateOptions& options) {
  JobState job;
  for (uint32_t index = 0; index < options.parallelism; ++index) {
    RESCALE_ASSIGN_OR_RETURN(TaskState task, MakeTask(options, index));
    job.tasks.push_back(std::move(task));
  }
  return job;
}

}  // namespace flink_state
