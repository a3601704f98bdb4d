// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rescale/status.h"

namespace rescale {

// Renames unless `to` exists: renameat2(RENAME_NOREPLACE), atomic; where the file system or kernel
// does not know the flag, RenameChecked.
Status RenameNoReplacePosix(const std::string& from, const std::string& to);

// The same without the flag. A file is linked to its new name, which is atomic; a directory is
// looked for and renamed, where only an empty directory made in between could be replaced (rename
// itself refuses a full one) and so nothing of value is lost.
Status RenameChecked(const std::string& from, const std::string& to);

}  // namespace rescale
