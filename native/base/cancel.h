// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rescale/progress.h"
#include "rescale/status.h"

namespace rescale {

// Cancelled when `cancel` (null: never) says so.
inline Status CheckCancelled(const CancelToken* cancel) {
  if (cancel != nullptr && cancel->cancelled()) return Status::Cancelled("stopped on request");
  return Status::Ok();
}

}  // namespace rescale
