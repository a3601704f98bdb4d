// SPDX-License-Identifier: Apache-2.0
#include "fs/posix_transfer.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "fs/posix_error.h"
#include "fs/posix_file.h"

namespace rescale {
namespace {

LinkFailure LinkFailureOf(int error) {
  switch (error) {
    case EXDEV:
      return LinkFailure::kCrossDevice;
    case EPERM:
    case EACCES:
      return LinkFailure::kNotPermitted;
    case EMLINK:
      return LinkFailure::kTooManyLinks;
    case EOPNOTSUPP:
    case ENOSYS:
      return LinkFailure::kNotSupported;
    default:
      return LinkFailure::kNone;
  }
}

bool CloneUnavailable(int error) {
  return error == EOPNOTSUPP || error == ENOTTY || error == EXDEV || error == EINVAL ||
         error == ENOSYS || error == EPERM || error == EBADF || error == ETXTBSY;
}

}  // namespace

Status HardLinkPosix(const std::string& from, const std::string& to, LinkFailure* failure) {
  *failure = LinkFailure::kNone;
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) == 0) {
    return Status::Ok();
  }
  const int error = errno;
  *failure = LinkFailureOf(error);
  if (error == EEXIST) return ErrnoStatus(error, "link from " + from, to);
  return ErrnoStatus(error, "link to " + to, from);
}

Status ReflinkPosix(const std::string& from, const std::string& to, uint32_t mode) {
  RESCALE_ASSIGN_OR_RETURN(const auto source, PosixRandomAccessFile::Open(from));
  RESCALE_ASSIGN_OR_RETURN(UniqueFd target, CreateExclusive(to, mode));
  const int source_fd = static_cast<const PosixRandomAccessFile&>(*source).fd();
  const char* call = "reflink";
  int error = ::ioctl(target.get(), FICLONE, source_fd) == 0 ? 0 : errno;
  const bool unavailable = error != 0 && CloneUnavailable(error);
  if (error == 0 && ::fsync(target.get()) != 0) {
    call = "fsync";
    error = errno;
  }
  if (error == 0) return Status::Ok();
  target.Reset();
  ::unlink(to.c_str());
  Status status = ErrnoStatus(error, call, to);
  if (!unavailable) return status;
  return Status::NotSupported(std::string(status.message())).At(to);
}

}  // namespace rescale
