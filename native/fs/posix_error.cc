// SPDX-License-Identifier: Apache-2.0
#include "fs/posix_error.h"

#include <cerrno>
#include <system_error>

namespace rescale {

Status ErrnoStatus(int error, std::string_view call, const std::string& path) {
  // std::strerror is not safe to call from several threads.
  std::string text(call);
  text += ": ";
  text += std::system_category().message(error);
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return Status::NotFound(std::move(text)).At(path);
    case EEXIST:
    case ENOTEMPTY:
      return Status::AlreadyExists(std::move(text)).At(path);
    default:
      return Status::IoError(std::move(text)).At(path);
  }
}

}  // namespace rescale
