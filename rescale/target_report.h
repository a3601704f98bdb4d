// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "rescale/run.h"

// How a written target is reported by run, clip and ingest.
namespace rescale::cli {

// One line: directory, key groups, linked and rewritten bytes, files, time.
std::string TargetLine(const TargetReport& target);
// Linked bytes beside rewritten bytes over all targets.
std::string TotalLine(const RunReport& report);
Json TargetJson(const TargetReport& target);
// Warnings of the targets, each a line on stderr. One that several targets have, as a warning of a
// source that they share, is told of the first.
void WriteWarnings(const std::vector<TargetReport>& targets);
// What came of telling a result, which is there whether it could be told or not: `directory` has
// it.
Status ReportOf(Status told, const std::string& directory);
// The result of a command with one target: its line, or its document.
Status ReportTarget(const Result<TargetReport>& target, bool json);

}  // namespace rescale::cli
