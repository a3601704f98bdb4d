// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "manifest/manifest_dump.h"
#include "output.h"
#include "rescale/file_system.h"
#include "sst/table_dump.h"

namespace rescale::cli {

namespace {

// Lines go out in pieces of this size: a dump may be far larger than memory.
constexpr size_t kPieceBytes = size_t{64} << 10;

// Gathers lines for stdout. After a failed write it swallows the rest.
class LineWriter {
 public:
  void Add(std::string_view line) {
    if (!status_.ok()) return;
    pending_ += Printable(line);
    pending_ += '\n';
    if (pending_.size() >= kPieceBytes) Flush();
  }
  Status Finish() {
    if (status_.ok()) Flush();
    return status_;
  }

 private:
  void Flush() {
    status_ = WriteStdout(pending_);
    pending_.clear();
  }

  std::string pending_;
  Status status_;
};

}  // namespace

Status RunDumpCommand(const Arguments& arguments) {
  const std::string& kind = arguments.positionals().front();
  const std::string& file = arguments.positionals().back();
  LineWriter lines;
  const auto add = [&lines](std::string_view line) { lines.Add(line); };
  const Status dumped = kind == "manifest" ? manifest::DumpManifest(PosixFileSystem(), file, add)
                                           : sst::DumpTable(PosixFileSystem(), file, add);
  RESCALE_RETURN_IF_ERROR(lines.Finish());
  return dumped;
}

}  // namespace rescale::cli
