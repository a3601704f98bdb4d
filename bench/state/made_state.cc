// SPDX-License-Identifier: Apache-2.0
#include "state/made_state.h"

#include <set>
#include <stdexcept>

#include "state/bulk_state.h"
#include "state/job_state.h"
#include "state/restore_task.h"

namespace rescale::bench {

State MakeState(const std::string& kind, uint64_t mib, const std::vector<uint32_t>& to,
                const std::string& directory) {
  if (kind == "flink") return MakeJobState(directory, mib);
  if (kind != "bulk") throw std::runtime_error(kind + " is no state; there are bulk, flink");
  BulkStateOptions options;
  options.directory = directory;
  options.mib_per_task = mib;
  const auto max = *MaxParallelism::Create(options.max_parallelism);
  std::set<uint32_t> tasks;
  for (const uint32_t parallelism : to) {
    const uint32_t index = BusiestSubtask(max, options.parallelism, parallelism);
    const auto sources = SourcesOf(max, options.parallelism, parallelism, index);
    tasks.insert(sources.begin(), sources.end());
  }
  options.tasks.assign(tasks.begin(), tasks.end());
  return MakeBulkState(options);
}

}  // namespace rescale::bench
