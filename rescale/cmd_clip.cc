// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "output.h"
#include "rescale/run.h"
#include "source_argument.h"
#include "target_report.h"
#include "write_request.h"

namespace rescale::cli {

Status RunClipCommand(const Arguments& arguments) {
  WriteRequest request(arguments);
  ClipOptions options;
  RESCALE_ASSIGN_OR_RETURN(options.write, request.Options());
  RESCALE_ASSIGN_OR_RETURN(const std::optional<MaxParallelism> max_parallelism,
                           arguments.max_parallelism());
  options.max_parallelism = *max_parallelism;
  RESCALE_ASSIGN_OR_RETURN(options.range, ParseKeyGroupRange(*arguments.Value("range"), "--range",
                                                             options.max_parallelism));
  RESCALE_ASSIGN_OR_RETURN(const std::vector<StateHandle> sources,
                           ResolveSources(arguments.positionals(), options.max_parallelism));
  options.source = sources.front();
  options.source.owned_is_assumed = false;  // it may be any subtask of its job
  options.out = *arguments.Value("out");

  const Result<TargetReport> report = Clip(options);
  request.Finish();
  return ReportTarget(report, arguments.Has("json"));
}

}  // namespace rescale::cli
