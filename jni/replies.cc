// SPDX-License-Identifier: Apache-2.0
#include "replies.h"

#include <string_view>
#include <vector>

#include "message.h"

namespace rescale::jni {
namespace {

void WriteRange(const KeyGroupRange& range, MessageWriter* out) {
  out->Int(range.first);
  out->Int(range.last);
}

void WriteStrings(const std::vector<std::string>& strings, MessageWriter* out) {
  out->Count(strings.size());
  for (const std::string& string : strings) out->Bytes(string);
}

void WriteOrigin(const FileOrigin& file, MessageWriter* out) {
  out->Unsigned(file.source);
  out->Bytes(file.column_family);
  out->Unsigned(file.source_number.value);
  out->Unsigned(file.target_number.value);
  out->Unsigned(file.size_bytes);
  out->Bool(file.identical);
}

void WriteCounters(const TargetReport& target, MessageWriter* out) {
  for (const uint64_t value :
       {target.files_skipped, target.files_linked, target.files_reflinked, target.files_copied,
        target.files_trimmed, target.files_dropped_empty, target.bytes_skipped, target.bytes_linked,
        target.bytes_copied, target.bytes_trim_read, target.bytes_trim_written,
        target.links_cross_device, target.links_not_permitted, target.links_too_many,
        target.links_not_supported}) {
    out->Unsigned(value);
  }
  for (const double value : {target.plan_ms, target.link_ms, target.trim_ms, target.manifest_ms,
                             target.verify_ms, target.publish_ms, target.total_ms}) {
    out->Double(value);
  }
}

void WriteTarget(const TargetReport& target, MessageWriter* out) {
  out->Bytes(target.directory);
  out->Unsigned(target.index);
  WriteRange(target.groups, out);
  WriteStrings(target.column_families, out);
  out->Count(target.files.size());
  for (const FileOrigin& file : target.files) WriteOrigin(file, out);
  WriteCounters(target, out);
  WriteStrings(target.warnings, out);
}

}  // namespace

std::string Reply(const RunReport& report) {
  MessageWriter out;
  out.Count(report.targets.size());
  for (const TargetReport& target : report.targets) WriteTarget(target, &out);
  return std::move(out).Take();
}

std::string Reply(const TargetReport& report) {
  MessageWriter out;
  out.Count(1);
  WriteTarget(report, &out);
  return std::move(out).Take();
}

std::string Reply(const VerifyReport& report) {
  MessageWriter out;
  for (const uint64_t value :
       {report.column_families, report.files, report.bytes, report.blocks, report.entries}) {
    out.Unsigned(value);
  }
  WriteStrings(report.notes, &out);
  return std::move(out).Take();
}

std::string PlanTargetsReply(const RescalePlan& plan) {
  MessageWriter out;
  out.Count(plan.target_count());
  for (size_t target = 0; target < plan.target_count(); ++target) {
    out.Unsigned(plan.target_index(target));
    WriteRange(plan.target_range(target), &out);
    const PlanTotals totals = plan.totals(target);
    for (const uint64_t value :
         {totals.files_skipped, totals.files_linked, totals.files_trimmed, totals.bytes_skipped,
          totals.bytes_linked, totals.bytes_trimmed, totals.bytes_expected}) {
      out.Unsigned(value);
    }
    WriteStrings(plan.warnings(target), &out);
  }
  return std::move(out).Take();
}

// PlanAction.java counts on these numbers.
static_assert(static_cast<int>(PlanAction::kSkip) == 0 &&
              static_cast<int>(PlanAction::kLink) == 1 && static_cast<int>(PlanAction::kTrim) == 2);

std::string PlanFilesReply(const RescalePlan& plan, size_t target) {
  MessageWriter files;
  size_t count = 0;
  plan.ForEachFile(target, [&](const PlannedSst& file) {
    ++count;
    files.Unsigned(file.source);
    files.Bytes(file.column_family);
    files.Int(static_cast<int32_t>(file.action));
    files.Bytes(file.reason);
    files.Int(file.source_level);
    files.Int(file.target_level);
    files.Unsigned(file.source_number.value);
    files.Unsigned(file.target_number.value);
    files.Unsigned(file.size_bytes);
    files.Unsigned(file.expected_bytes);
  });
  MessageWriter out;
  out.Count(count);
  return std::move(out).Take() + std::move(files).Take();
}

}  // namespace rescale::jni
