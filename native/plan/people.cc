// SPDX-License-Identifier: Apache-2.0
#include "plan/people.h"

#include <fmt/format.h>

#include <array>

#include "base/internal_key.h"
#include "plan/overlap.h"

namespace rescale::plan {

std::string BytesText(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  static constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB",
                                                             "TiB", "PiB", "EiB"};
  double size = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  while (size >= 1023.95 && unit + 1 < kUnits.size()) {
    size /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string FilesText(uint64_t count) {
  return fmt::format("{} file{}", count, count == 1 ? "" : "s");
}

std::string NumberText(FileNumber number) { return fmt::format("{:06}", number.value); }

size_t PrefixBytes(const Plan& plan) {
  const auto max_parallelism = MaxParallelism::Create(plan.max_parallelism);
  return max_parallelism.ok() ? max_parallelism->prefix_bytes() : 0;
}

std::string KeyText(std::string_view user_key, size_t prefix_bytes) {
  static constexpr size_t kLongest = 40;
  std::string text;
  if (prefix_bytes != 0 && user_key.size() >= prefix_bytes) {
    uint32_t group = 0;
    for (size_t i = 0; i < prefix_bytes; ++i) {
      group = group << 8 | static_cast<uint8_t>(user_key[i]);
    }
    text = fmt::format("{}:", group);
    user_key.remove_prefix(prefix_bytes);
  }
  const bool cut = user_key.size() > kLongest;
  text += EscapeKey(user_key.substr(0, kLongest));
  return cut ? text + "..." : text;
}

std::string BoundsText(const manifest::FileMetaData& file, size_t prefix_bytes) {
  const UpperEnd end = UpperEnd::Of(file);
  return fmt::format("[{}..{}{}", KeyText(UserKeyOf(file.smallest()), prefix_bytes),
                     KeyText(end.user_key, prefix_bytes), end.exclusive ? ')' : ']');
}

std::string TargetText(const Plan& plan) {
  if (plan.max_parallelism == 0) return "the whole of every source";
  return fmt::format("target{} {} of {} key groups",
                     plan.target_index ? fmt::format(" {}", *plan.target_index) : "",
                     ToString(plan.target), plan.max_parallelism);
}

}  // namespace rescale::plan
