// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ingest/progress_meter.h"
#include "plan/plan.h"
#include "rescale/run.h"
#include "run/loaded_source.h"

namespace rescale::run {

// Carries out a plan in the empty directory `staging` and checks what came of it: everything of the
// target but CURRENT is there and synced, so that it opens as no database yet. `report` has the
// counts of what was done. Returns the number of the MANIFEST that CURRENT is to name.
Result<FileNumber> StageTarget(FileSystem& fs, const plan::Plan& plan,
                               const std::vector<LoadedSource>& sources, const std::string& staging,
                               const WriteOptions& options, ingest::ProgressMeter* progress,
                               TargetReport* report);

// The permission bits of a target's directory: those of the main source's, so that who may enter
// the one may enter the other.
Result<uint32_t> TargetMode(FileSystem& fs, const plan::Plan& plan,
                            const std::vector<LoadedSource>& sources);

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
