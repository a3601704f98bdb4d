// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command_table.h"

namespace rescale::cli {

// `rescale --help`: the commands, EXAMPLES, EXIT STATUS.
std::string GeneralHelp();
// `rescale <command> --help`: synopsis, arguments, flags, EXAMPLES, EXIT STATUS.
std::string CommandHelp(const Command& command);
// `rescale --version`: version, readable and writable formats, the engine.
std::string VersionText();

// Folds a paragraph at blanks into lines of at most `width` columns, each behind `indent` blanks.
std::string Fold(std::string_view paragraph, size_t indent, size_t width);

}  // namespace rescale::cli
