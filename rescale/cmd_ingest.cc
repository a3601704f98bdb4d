// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "output.h"
#include "rescale/run.h"
#include "target_report.h"
#include "write_request.h"

namespace rescale::cli {

Status RunIngestCommand(const Arguments& arguments) {
  WriteRequest request(arguments);
  IngestOptions options;
  RESCALE_ASSIGN_OR_RETURN(options.write, request.Options());
  options.directories = arguments.positionals();
  options.out = *arguments.Value("out");

  const Result<TargetReport> report = Ingest(options);
  request.Finish();
  return ReportTarget(report, arguments.Has("json"));
}

}  // namespace rescale::cli
