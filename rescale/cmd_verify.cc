// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>

#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "progress_bar.h"
#include "rescale/verify.h"
#include "source_argument.h"

namespace rescale::cli {

namespace {

Result<VerifyOptions> VerifyOptionsOf(const Arguments& arguments) {
  VerifyOptions options;
  options.directory = arguments.positionals().front();
  options.deep = arguments.Has("deep");
  RESCALE_ASSIGN_OR_RETURN(options.threads, arguments.threads());
  if (options.threads == 0) options.threads = std::max(1u, std::thread::hardware_concurrency());
  RESCALE_ASSIGN_OR_RETURN(options.max_parallelism, arguments.max_parallelism());
  const std::vector<std::string> sources = arguments.Values("against");
  if (const std::string* range = arguments.Value("range")) {
    if (!options.max_parallelism) {
      return Status::InvalidArgument("--range needs --max-parallelism, which says what it means");
    }
    RESCALE_ASSIGN_OR_RETURN(options.range,
                             ParseKeyGroupRange(*range, "--range", *options.max_parallelism));
  }
  // Where a key lies is only told by reading it.
  if (options.range) options.deep = true;
  if (options.max_parallelism) {
    RESCALE_ASSIGN_OR_RETURN(options.against, ResolveSources(sources, *options.max_parallelism));
  } else {
    RESCALE_ASSIGN_OR_RETURN(options.against, ResolveWholeSources(sources));
  }
  return options;
}

std::string LeftOutText(const LeftOut& left_out) {
  std::string text = fmt::format("note: {} owns key groups {}", Printable(left_out.directory),
                                 ToString(left_out.owned));
  if (left_out.entries > 0) {
    text +=
        fmt::format("; {} of it outside them, {}, {} left out", Count(left_out.entries, "entry"),
                    left_out.reach.empty() ? "of no key group" : "in " + ToString(left_out.reach),
                    left_out.entries == 1 ? "is" : "are");
  }
  if (left_out.files_unread > 0) {
    text += fmt::format("; {} reaching outside them could not be read",
                        Count(left_out.files_unread, "SST"));
  }
  return text + "\n";
}

std::string ReportText(const VerifyReport& report, size_t sources) {
  std::string text = fmt::format("{}, {}, {}: MANIFEST and files are sound\n",
                                 Count(report.column_families, "column family"),
                                 Count(report.files, "SST"), Size(report.bytes));
  if (report.deep) {
    text += fmt::format("every block is sound: {}, {}\n", Count(report.blocks, "block"),
                        Count(report.entries, "entry"));
  }
  if (report.against_sources) {
    text +=
        fmt::format("holds exactly what {} in it\n",
                    sources == 1 ? "its source has" : fmt::format("its {} sources have", sources));
  }
  for (const LeftOut& left_out : report.left_out) text += LeftOutText(left_out);
  for (const std::string& note : report.notes) text += "note: " + Printable(note) + "\n";
  return text;
}

Json ReportJson(const VerifyReport& report, const std::string& directory) {
  Json document;
  document["directory"] = directory;
  document["column_families_count"] = report.column_families;
  document["files_count"] = report.files;
  document["size_bytes"] = report.bytes;
  document["deep"] = report.deep;
  document["blocks_count"] = report.blocks;
  document["entries_count"] = report.entries;
  document["against_sources"] = report.against_sources;
  document["key_groups"] = Json::array();
  for (const KeyGroupCount& count : report.key_groups) {
    // The digest is text: a JSON number is exact only up to 2^53 for most readers.
    document["key_groups"].push_back({{"column_family", count.column_family},
                                      {"key_group", count.key_group},
                                      {"entries_count", count.entries},
                                      {"range_tombstones_count", count.range_tombstones},
                                      {"digest", fmt::format("{:016x}", count.digest)}});
  }
  document["left_out"] = Json::array();
  for (const LeftOut& left_out : report.left_out) {
    document["left_out"].push_back({{"directory", left_out.directory},
                                    {"owned_key_groups", ToJson(left_out.owned)},
                                    {"key_groups", ToJson(left_out.reach)},
                                    {"entries_count", left_out.entries},
                                    {"files_unread_count", left_out.files_unread}});
  }
  document["open_in_another_process"] = report.open_in_another_process;
  document["notes"] = report.notes;
  return document;
}

}  // namespace

Status RunVerifyCommand(const Arguments& arguments) {
  RESCALE_ASSIGN_OR_RETURN(VerifyOptions options, VerifyOptionsOf(arguments));
  const InterruptScope interrupt(!arguments.Has("quiet") && !arguments.Has("json"));
  ProgressBar progress(!arguments.Has("quiet") && !arguments.Has("no-progress"));
  options.cancel = interrupt.token();
  options.progress = progress.callback();
  const Result<VerifyReport> report = Verify(options);
  progress.Finish();
  if (!report.ok()) return report.status();
  if (arguments.Has("json")) return WriteJson(ReportJson(*report, options.directory));
  if (report->open_in_another_process && !arguments.Has("quiet")) {
    WriteNote(
        "a process has this database open and may have changed it meanwhile; for a verdict that "
        "lasts, verify a checkpoint of it");
  }
  return WriteStdout(ReportText(*report, options.against.size()));
}

}  // namespace rescale::cli
