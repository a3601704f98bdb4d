// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "flink_state/state_options.h"
#include "rescale/source.h"
#include "rescale/status.h"

namespace flink_state {

// Key to value as a reader sees it, by column family. Every column family of the task is there.
using Entries = std::map<std::string, std::string>;
using Model = std::map<std::string, Entries>;

struct TaskState {
  rescale::StateHandle handle;
  Model model;  // of the keys it owns; empty without keep_model
};

struct JobState {
  std::vector<TaskState> tasks;  // in subtask order

  std::vector<rescale::StateHandle> handles() const;
};

// Runs the tasks of a job, one after the other, each in a RocksDB of its own, takes a checkpoint of
// each (rocksdb::Checkpoint) as <directory>/<index>, and throws the databases away. The same
// options give the same model, though not the same bytes: compactions run in the background.
rescale::Result<JobState> MakeState(const StateOptions& options);

// One task of it.
rescale::Result<TaskState> MakeTask(const StateOptions& options, uint32_t index);

}  // namespace flink_state
