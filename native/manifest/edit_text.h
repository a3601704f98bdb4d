// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "manifest/version_edit.h"

// Manifest things in words, one line each, for dumps and tests.
namespace rescale::manifest {

// `key #5 Value`: user key escaped, sequence number, type.
std::string KeyText(std::string_view internal_key);

// "SST 12 L1 345 bytes [a #5 Value .. b #4 Value] seqnos 4..5 epoch 3 UniqueId 00ff..": all fields.
std::string FileText(const FileMetaData& file);

// One line for each thing that the edit says, beginning with the tag's name.
void DescribeEdit(const VersionEdit& edit, const std::function<void(std::string_view line)>& line);

}  // namespace rescale::manifest
