// SPDX-License-Identifier: Apache-2.0
#include "write_request.h"

#include "engine_choice.h"
#include "output.h"

namespace rescale::cli {

WriteRequest::WriteRequest(const Arguments& arguments)
    : arguments_(arguments),
      interrupt_(!arguments.Has("quiet") && !arguments.Has("json")),
      progress_(!arguments.Has("quiet") && !arguments.Has("no-progress")),
      engine_(MakeEngine()) {}

Result<WriteOptions> WriteRequest::Options() {
  RESCALE_RETURN_IF_ERROR(CheckStdoutIsOpen());
  WriteOptions options;
  options.copy = arguments_.Has("copy");
  options.deep_verify = arguments_.Has("deep");
  RESCALE_ASSIGN_OR_RETURN(options.threads, arguments_.threads());
  options.progress = progress_.callback();
  options.cancel = interrupt_.token();
  options.engine = engine_.get();
  return options;
}

}  // namespace rescale::cli
