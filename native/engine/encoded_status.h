// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rescale/status.h"

namespace rescale::engine {

// A status as bytes, for another process of this build: code, message, path, offset, frames.
std::string EncodeStatus(const Status& status);
// Nothing when the bytes are no whole status.
std::optional<Status> DecodeStatus(std::string_view bytes);

}  // namespace rescale::engine
