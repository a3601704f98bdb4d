// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rescale/status.h"

namespace rescale::jni {

// What crosses between Java and C++ is one byte array each way, so that no call needs Java objects
// made or taken apart in C++. MessageReader.java and MessageWriter.java are the other end; both
// sides write the same order.
//   int32, int64, double   in the machine's byte order
//   bool                   one byte, 0 or 1
//   bytes                  int32 length, then the bytes; text is UTF-8, paths are the system's
//   list                   int32 count, then the elements
class MessageWriter {
 public:
  void Int(int32_t value) { Raw(&value, sizeof value); }
  void Long(int64_t value) { Raw(&value, sizeof value); }
  // Sizes and counts; Java's long has a sign, and none of these comes near it.
  void Unsigned(uint64_t value) { Long(static_cast<int64_t>(value)); }
  void Double(double value) { Raw(&value, sizeof value); }
  void Bool(bool value) { bytes_.push_back(value ? '\1' : '\0'); }
  void Bytes(std::string_view value);
  void Count(size_t value) { Int(static_cast<int32_t>(value)); }

  std::string Take() && { return std::move(bytes_); }

 private:
  void Raw(const void* value, size_t size) { bytes_.append(static_cast<const char*>(value), size); }
  std::string bytes_;
};

// Reads what Java wrote. After a read past the end everything reads as zero and Finish says so; a
// caller checks once, at the end, before it acts.
class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

  int32_t Int();
  bool Bool();
  std::string Bytes();
  // Elements of a list; never more than bytes are left.
  size_t Count();

  // Internal when the two ends disagree about the message.
  Status Finish() const;

 private:
  bool Raw(void* value, size_t size);
  std::string_view rest_;
  bool overrun_ = false;
};

}  // namespace rescale::jni
