// SPDX-License-Identifier: Apache-2.0
#include "message.h"

#include <algorithm>
#include <cstring>

namespace rescale::jni {

void MessageWriter::Bytes(std::string_view value) {
  Count(value.size());
  bytes_.append(value);
}

bool MessageReader::Raw(void* value, size_t size) {
  if (rest_.size() < size) {
    overrun_ = true;
    rest_ = {};
    return false;
  }
  std::memcpy(value, rest_.data(), size);
  rest_.remove_prefix(size);
  return true;
}

int32_t MessageReader::Int() {
  int32_t value = 0;
  return Raw(&value, sizeof value) ? value : 0;
}

bool MessageReader::Bool() {
  char value = 0;
  return Raw(&value, sizeof value) && value != 0;
}

size_t MessageReader::Count() {
  const int32_t count = Int();
  if (count < 0 || static_cast<size_t>(count) > rest_.size()) {
    overrun_ = true;
    rest_ = {};
    return 0;
  }
  return static_cast<size_t>(count);
}

std::string MessageReader::Bytes() {
  const size_t size = Count();
  std::string value(rest_.substr(0, size));
  rest_.remove_prefix(value.size());
  return value;
}

Status MessageReader::Finish() const {
  if (!overrun_ && rest_.empty()) return Status::Ok();
  return Status::Internal(
      "a message from Java does not have the expected shape; are the jar and "
      "its native library of one build?");
}

}  // namespace rescale::jni
