// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arguments.h"
#include "rescale/status.h"

// The commands, one a cmd_<name>.cc. Each takes parsed arguments, writes its result to stdout and
// returns how it went; main turns that into the error line and the exit status.
namespace rescale::cli {

Status RunInspectCommand(const Arguments& arguments);
Status RunPlanCommand(const Arguments& arguments);
Status RunRunCommand(const Arguments& arguments);
Status RunClipCommand(const Arguments& arguments);
Status RunIngestCommand(const Arguments& arguments);
Status RunVerifyCommand(const Arguments& arguments);
Status RunDumpCommand(const Arguments& arguments);
Status RunGenerateCommand(const Arguments& arguments);

}  // namespace rescale::cli
