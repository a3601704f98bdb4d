// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

namespace rescale::cli {

Status RunDumpCommand(const Arguments& /*arguments*/) {
  return Status::NotSupported("dump is not built yet");
}

}  // namespace rescale::cli
