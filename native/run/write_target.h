// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ingest/progress_meter.h"
#include "plan/plan.h"
#include "rescale/run.h"
#include "run/loaded_source.h"

namespace rescale::run {

// Stages, verifies and publishes one planned database as `target`. `report` has the counts of what
// was done; on failure nothing is at `target`.
Status WriteTarget(FileSystem& fs, const plan::Plan& plan, const std::vector<LoadedSource>& sources,
                   const std::string& target, const WriteOptions& options,
                   ingest::ProgressMeter* progress, TargetReport* report);

// Makes `directory` and its missing parents, and remembers them: unless Keep() is called they are
// removed again, when still empty, with this object.
class OutputDirectory {
 public:
  static Result<OutputDirectory> Create(FileSystem& fs, const std::string& directory);
  ~OutputDirectory();
  OutputDirectory(OutputDirectory&& other) noexcept;
  OutputDirectory& operator=(OutputDirectory&&) = delete;
  void Keep() { made_.clear(); }

 private:
  explicit OutputDirectory(FileSystem& fs) : fs_(&fs) {}
  FileSystem* fs_;
  std::vector<std::string> made_;  // outermost first
};

// InvalidArgument when `out` lies in one of the sources, or is one.
Status CheckOutside(FileSystem& fs, const std::string& out,
                    const std::vector<StateHandle>& sources);

}  // namespace rescale::run
