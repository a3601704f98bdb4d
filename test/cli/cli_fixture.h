// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "support/temp_dir.h"

namespace rescale::test {

// A directory to run the tool in, with real checkpoints:
//   old/0 .. old/3   a job of parallelism 4, max parallelism 128
//   wal/0            one task with its last changes in the WAL only
//   reverse/0        a database ordered by another comparator
// The checkpoints are made once a process and copied, so that a test may damage its own.
class CliFixture {
 public:
  CliFixture();
  const std::string& path() const { return directory_.path(); }
  std::string operator/(std::string_view name) const { return directory_ / name; }

 private:
  TempDir directory_;
};

}  // namespace rescale::test
