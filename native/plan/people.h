// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/plan.h"

// How sizes, keys and files of a plan are written for people, in its text and in its picture.
namespace rescale::plan {

// "512 B", "64.0 MiB"
std::string BytesText(uint64_t bytes);
// "3 files", "1 file"
std::string FilesText(uint64_t count);
// "000117"
std::string NumberText(FileNumber number);

// Bytes of the key-group prefix of the plan's keys; 0 for PlanMerge.
size_t PrefixBytes(const Plan& plan);
// The key group, a colon and the rest of the key, escaped: "31:user\x00"; without key groups the
// whole key, escaped. Cut after some 40 characters, with "...".
std::string KeyText(std::string_view user_key, size_t prefix_bytes);
// "[0:a..31:z]", or with ")" when the largest key is not included.
std::string BoundsText(const manifest::FileMetaData& file, size_t prefix_bytes);

// "target 3 [32,63] of 128 key groups", "the whole of every source"
std::string TargetText(const Plan& plan);

}  // namespace rescale::plan
