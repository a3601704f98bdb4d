// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace rescale::plan {

// Places keys on a line of key groups for a picture: a key of group g lies in [g, g + 1). Inside a
// group the keys that were added stand in their order at equal distances, since their bytes say
// nothing about how much lies between them. Without a prefix all keys are of group 0. Holds views:
// the keys outlive the axis.
class KeyAxis {
 public:
  explicit KeyAxis(size_t prefix_bytes) : prefix_bytes_(prefix_bytes) {}

  void Add(std::string_view user_key) { keys_.push_back(user_key); }
  // After the last Add, before the first Position.
  void Finish();
  // Of a key that was added.
  double Position(std::string_view user_key) const;

 private:
  struct Span {  // of one group, in keys_
    size_t begin = 0;
    size_t end = 0;
  };
  size_t GroupOf(std::string_view user_key) const;

  size_t prefix_bytes_;
  std::vector<std::string_view> keys_;  // sorted, each once
  std::vector<Span> groups_;
};

}  // namespace rescale::plan
