// SPDX-License-Identifier: Apache-2.0
#include "target_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace rescale::cli {

namespace {

// "3 across devices, 1 not permitted"; empty when every file that was to be linked was.
std::string LinkFailures(const TargetReport& target) {
  const std::pair<uint64_t, std::string_view> reasons[] = {
      {target.links_cross_device, "across devices"},
      {target.links_not_permitted, "not permitted"},
      {target.links_too_many, "too many links"},
      {target.links_not_supported, "not supported by the file system"}};
  std::string text;
  for (const auto& [count, reason] : reasons) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, reason);
  }
  return text;
}

Json MillisecondsJson(const TargetReport& target) {
  return {{"plan_ms", target.plan_ms},     {"link_ms", target.link_ms},
          {"trim_ms", target.trim_ms},     {"manifest_ms", target.manifest_ms},
          {"verify_ms", target.verify_ms}, {"publish_ms", target.publish_ms},
          {"total_ms", target.total_ms}};
}

Json FilesJson(const TargetReport& target) {
  Json files = Json::array();
  for (const FileOrigin& file : target.files) {
    files.push_back({{"source", file.source},
                     {"source_number", file.source_number.value},
                     {"target_number", file.target_number.value},
                     {"column_family", file.column_family},
                     {"size_bytes", file.size_bytes},
                     {"identical", file.identical}});
  }
  return files;
}

}  // namespace

std::string TargetLine(const TargetReport& target) {
  const uint64_t copied = target.files_copied + target.files_reflinked;
  const std::string groups = target.groups.empty() ? "" : " " + ToString(target.groups);
  std::string line = fmt::format("{}{}: linked {} in {}", Printable(target.directory), groups,
                                 Size(target.bytes_linked), Count(target.files_linked, "file"));
  if (copied > 0) {
    const std::string failures = LinkFailures(target);
    line += fmt::format(", copied {} in {}{}", Size(target.bytes_copied), Count(copied, "file"),
                        failures.empty() ? "" : fmt::format(" (links: {})", failures));
  }
  line += fmt::format(", rewritten {} to {} in {}", Size(target.bytes_trim_read),
                      Size(target.bytes_trim_written), Count(target.files_trimmed, "file"));
  if (target.files_dropped_empty > 0) {
    line += fmt::format(", {} empty and left out", target.files_dropped_empty);
  }
  if (target.sources_flushed > 0) {
    line += fmt::format(", {} flushed first", Count(target.sources_flushed, "source"));
  }
  return line + fmt::format("; {}\n", Duration(target.total_ms));
}

std::string TotalLine(const RunReport& report) {
  uint64_t linked = 0, copied = 0, rewritten = 0;
  for (const TargetReport& target : report.targets) {
    linked += target.bytes_linked;
    copied += target.bytes_copied;
    rewritten += target.bytes_trim_read;
  }
  const uint64_t all = linked + copied + rewritten;
  const double share =
      all == 0 ? 0 : 100.0 * static_cast<double>(rewritten) / static_cast<double>(all);
  return fmt::format("{}: linked {}, {}rewritten {} ({:.1f} % of the bytes); {}\n",
                     Count(report.targets.size(), "target"), Size(linked),
                     copied == 0 ? "" : fmt::format("copied {}, ", Size(copied)), Size(rewritten),
                     share, Duration(report.total_ms));
}

Json TargetJson(const TargetReport& target) {
  Json document;
  document["directory"] = target.directory;
  document["index"] = target.index;
  document["key_groups"] = ToJson(target.groups);
  document["files_skipped_count"] = target.files_skipped;
  document["files_linked_count"] = target.files_linked;
  document["files_reflinked_count"] = target.files_reflinked;
  document["files_copied_count"] = target.files_copied;
  document["files_trimmed_count"] = target.files_trimmed;
  document["files_dropped_empty_count"] = target.files_dropped_empty;
  document["skipped_bytes"] = target.bytes_skipped;
  document["linked_bytes"] = target.bytes_linked;
  document["copied_bytes"] = target.bytes_copied;
  document["trim_read_bytes"] = target.bytes_trim_read;
  document["trim_written_bytes"] = target.bytes_trim_written;
  document["links_failed_count"] = {{"cross_device", target.links_cross_device},
                                    {"not_permitted", target.links_not_permitted},
                                    {"too_many_links", target.links_too_many},
                                    {"not_supported", target.links_not_supported}};
  document["sources_flushed_count"] = target.sources_flushed;
  document["times"] = MillisecondsJson(target);
  document["files"] = FilesJson(target);
  document["warnings"] = target.warnings;
  return document;
}

void WriteWarnings(const std::vector<TargetReport>& targets) {
  std::set<std::string_view> told;
  for (const TargetReport& target : targets) {
    for (const std::string& warning : target.warnings) {
      if (!told.insert(warning).second) continue;
      WriteNote(fmt::format("warning: {}: {}", target.directory, warning));
    }
  }
}

Status ReportOf(Status told, const std::string& directory) {
  return std::move(told).Within(
      fmt::format("the result is complete in {}, but not told", directory));
}

Status ReportTarget(const Result<TargetReport>& target, bool json) {
  if (!target.ok()) return target.status();
  if (json) return ReportOf(WriteJson(TargetJson(*target)), target->directory);
  WriteWarnings({*target});
  return ReportOf(WriteStdout(TargetLine(*target)), target->directory);
}

}  // namespace rescale::cli
