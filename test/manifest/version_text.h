// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "manifest/version.h"

// A Version in a few lines, to read and to write in tests.
namespace rescale::test {

// Counters, then each column family with its levels, files and blob files.
std::string VersionText(const manifest::Version& version);

// Lines: "next 20 last 100 max-cf 1", "cf 1 name [comparator]", then for the column family
//   "L0 12 a#5..c#9 seq 5..9 epoch 3 blob 4"    a key without # is at sequence 1, "k!" is exclusive
//   "blob 4 10/3"                               10 blobs, 3 of them garbage
// Files stand in the order of the lines. Text that is none of these throws.
manifest::Version ParseVersion(const std::string& text);

}  // namespace rescale::test
