// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "plan/column_family_merge.h"
#include "plan/overlap.h"
#include "plan/people.h"

namespace rescale::plan {
namespace {

class TextWriter {
 public:
  explicit TextWriter(const Plan& plan) : plan_(plan), prefix_bytes_(PrefixBytes(plan)) {}

  std::string Write() {
    WriteTotals();
    WriteSources();
    for (const PlannedColumnFamily& family : plan_.column_families) {
      Line("column family '{}' (id {}, {})", family.name, family.id, family.comparator);
      WriteLevels(family);
      WriteLevel0(family);
      WriteFiles(family);
      WriteBlobFiles(family);
    }
    for (const PlannedColumnFamily& family : plan_.outside_column_families) {
      Line("column family '{}' (not in the target)", family.name);
      WriteFiles(family);
    }
    Line("next file number {}, last sequence {}{}", plan_.next_file_number.value,
         plan_.last_sequence.value,
         plan_.seqno_ordered_level0 ? "" : ", L0 only for RocksDB 7.10 and later");
    for (const std::string& warning : plan_.warnings) Line("warning: {}", warning);
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_.push_back('\n');
  }

  void WriteTotals() {
    const Totals& totals = plan_.totals;
    Line("{}: {} linked ({}), {} trimmed ({}), {} skipped ({}); {} expected", TargetText(plan_),
         FilesText(totals.files_linked), BytesText(totals.bytes_linked),
         FilesText(totals.files_trimmed), BytesText(totals.bytes_trimmed),
         FilesText(totals.files_skipped), BytesText(totals.bytes_skipped),
         BytesText(totals.bytes_expected));
  }

  void WriteSources() {
    for (uint32_t i = 0; i < plan_.ranges.size(); ++i) {
      const SourceRange& range = plan_.ranges[i];
      const std::string main = i == plan_.main_source ? ", main" : "";
      if (plan_.max_parallelism == 0) {
        Line("  source {}: {}{}", i, plan_.source_names[i], main);
      } else {
        Line("  source {}: {} owns {}, {}{}", i, plan_.source_names[i], ToString(range.owned),
             range.takes_part ? "keeps " + ToString(range.groups) : "outside", main);
      }
    }
  }

  struct LevelRow {
    uint64_t source_files = 0, source_bytes = 0, target_files = 0, target_bytes = 0;
  };

  void WriteLevels(const PlannedColumnFamily& family) {
    std::map<int32_t, LevelRow> rows;
    for (const PlannedFile& planned : family.files) {
      LevelRow& source = rows[planned.file->level];
      ++source.source_files;
      source.source_bytes += planned.file->size_bytes;
      if (planned.action == Action::kSkip) continue;
      LevelRow& target = rows[planned.target_level];
      ++target.target_files;
      target.target_bytes +=
          ExpectedBytes(*planned.file, plan_.ranges[planned.source].keys, prefix_bytes_);
    }
    for (const auto& [level, row] : rows) {
      Line("  {:<3} {:>10} {:>10}  -> {:>10} {:>10}", fmt::format("L{}", level),
           FilesText(row.source_files), BytesText(row.source_bytes), FilesText(row.target_files),
           BytesText(row.target_bytes));
    }
  }

  void WriteLevel0(const PlannedColumnFamily& family) {
    Line("  L0 forecast: {}, {} moved down; writes {}", FilesText(family.level0_files),
         family.level0_files_relieved,
         SlowsDown(family) ? fmt::format("slow down from {} on", family.level0_slowdown_trigger)
                           : "never slow down");
  }

  void WriteFiles(const PlannedColumnFamily& family) {
    std::optional<uint32_t> source;
    for (const PlannedFile& planned : family.files) {
      if (source != planned.source) WriteSourceHead(family, planned.source);
      source = planned.source;
      WriteFile(planned);
    }
  }

  void WriteSourceHead(const PlannedColumnFamily& family, uint32_t source) {
    std::string details;
    for (const ColumnFamilySource& entry : family.sources) {
      if (entry.source != source) continue;
      details = fmt::format(" (id {}{})", entry.source_column_family_id,
                            entry.level0_seqno_offset == 0
                                ? ""
                                : fmt::format(", L0 bounds + {}", entry.level0_seqno_offset));
    }
    Line("  from source {}{}", source, details);
  }

  void WriteFile(const PlannedFile& planned) {
    const manifest::FileMetaData& file = *planned.file;
    const std::string bounds = BoundsText(file, prefix_bytes_);
    if (planned.action == Action::kSkip) {
      Line("    L{} {} skip {} {} {}", file.level, NumberText(file.number),
           ToString(planned.reason), bounds, BytesText(file.size_bytes));
      return;
    }
    const std::string level =
        planned.target_level == file.level ? "" : fmt::format("L{} ", planned.target_level);
    const uint64_t expected = ExpectedBytes(file, plan_.ranges[planned.source].keys, prefix_bytes_);
    const std::string rest =
        planned.action == Action::kTrim ? fmt::format(" -> {}", BytesText(expected)) : "";
    Line("    L{} {} -> {}{} {} {} {} {}{} epoch {}", file.level, NumberText(file.number), level,
         NumberText(planned.target_number), ToString(planned.action), ToString(planned.reason),
         bounds, BytesText(file.size_bytes), rest, planned.target_epoch);
  }

  void WriteBlobFiles(const PlannedColumnFamily& family) {
    for (const auto& [source, blob] : family.blob_files) {
      Line("  blob file {} of source {} stays, {}", NumberText(blob->number), source,
           BytesText(blob->total_bytes));
    }
  }

  const Plan& plan_;
  const size_t prefix_bytes_;
  std::string out_;
};

}  // namespace

std::string ToText(const Plan& plan) { return TextWriter(plan).Write(); }

std::string ToText(const std::vector<Plan>& plans) {
  std::string text;
  for (const Plan& plan : plans) {
    if (!text.empty()) text += '\n';
    text += ToText(plan);
  }
  return text;
}

}  // namespace rescale::plan
