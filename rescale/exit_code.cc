// SPDX-License-Identifier: Apache-2.0
#include "exit_code.h"

namespace rescale::cli {

ExitCode ExitCodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return kExitOk;
    case StatusCode::kInvalidArgument:
      return kExitUsage;
    case StatusCode::kIoError:
    case StatusCode::kNotFound:
    case StatusCode::kInternal:
      return kExitFailed;
    case StatusCode::kCorruption:
      return kExitCorruption;
    case StatusCode::kNotSupported:
      return kExitNotSupported;
    case StatusCode::kBusy:
    case StatusCode::kAlreadyExists:
      return kExitUnavailable;
    case StatusCode::kCancelled:
      return kExitInterrupted;
  }
  return kExitFailed;
}

std::string_view CodeIdentifier(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return "Ok";
    case StatusCode::kInvalidArgument:
      return "InvalidArgument";
    case StatusCode::kIoError:
      return "IoError";
    case StatusCode::kNotFound:
      return "NotFound";
    case StatusCode::kInternal:
      return "Internal";
    case StatusCode::kCorruption:
      return "Corruption";
    case StatusCode::kNotSupported:
      return "NotSupported";
    case StatusCode::kBusy:
      return "Busy";
    case StatusCode::kAlreadyExists:
      return "AlreadyExists";
    case StatusCode::kCancelled:
      return "Cancelled";
  }
  return "Internal";
}

}  // namespace rescale::cli
