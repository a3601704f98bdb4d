// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_json.h"

#include "base/hex.h"
#include "base/internal_key.h"
#include "plan/column_family_merge.h"
#include "plan/overlap.h"
#include "plan/people.h"

namespace rescale::plan {
namespace {

using nlohmann::ordered_json;

ordered_json RangeToJson(const KeyGroupRange& range) {
  if (range.empty()) return nullptr;
  return {{"first", range.first}, {"last", range.last}};
}

ordered_json TotalsToJson(const Totals& totals) {
  return {
      {"files_skipped_count", totals.files_skipped}, {"files_linked_count", totals.files_linked},
      {"files_trimmed_count", totals.files_trimmed}, {"skipped_bytes", totals.bytes_skipped},
      {"linked_bytes", totals.bytes_linked},         {"trimmed_bytes", totals.bytes_trimmed},
      {"expected_bytes", totals.bytes_expected}};
}

ordered_json SourcesToJson(const Plan& plan) {
  ordered_json sources = ordered_json::array();
  for (size_t i = 0; i < plan.ranges.size(); ++i) {
    const SourceRange& range = plan.ranges[i];
    ordered_json source = {{"source", i}, {"directory", plan.source_names[i]}};
    if (plan.max_parallelism != 0) {
      source["owned_key_groups"] = RangeToJson(range.owned);
      source["kept_key_groups"] = RangeToJson(range.groups);
    }
    source["takes_part"] = range.takes_part;
    sources.push_back(std::move(source));
  }
  return sources;
}

ordered_json FileToJson(const Plan& plan, size_t prefix_bytes, const PlannedFile& planned) {
  const manifest::FileMetaData& file = *planned.file;
  const UpperEnd end = UpperEnd::Of(file);
  ordered_json json = {{"source", planned.source},
                       {"source_number", file.number.value},
                       {"source_level", file.level},
                       {"action", ToString(planned.action)},
                       {"reason", ToString(planned.reason)},
                       {"size_bytes", file.size_bytes},
                       {"smallest_user_key_hex", ToHex(UserKeyOf(file.smallest()))},
                       {"largest_user_key_hex", ToHex(end.user_key)},
                       {"largest_user_key_included", !end.exclusive}};
  if (planned.action == Action::kSkip) return json;
  json["target_number"] = planned.target_number.value;
  json["target_level"] = planned.target_level;
  json["target_epoch"] = planned.target_epoch;
  json["expected_bytes"] = ExpectedBytes(file, plan.ranges[planned.source].keys, prefix_bytes);
  return json;
}

ordered_json FilesToJson(const Plan& plan, const PlannedColumnFamily& family) {
  const size_t prefix_bytes = PrefixBytes(plan);
  ordered_json files = ordered_json::array();
  for (const PlannedFile& planned : family.files) {
    files.push_back(FileToJson(plan, prefix_bytes, planned));
  }
  return files;
}

ordered_json FamilyToJson(const Plan& plan, const PlannedColumnFamily& family) {
  ordered_json json = {{"name", family.name},
                       {"id", family.id},
                       {"comparator", family.comparator},
                       {"level0_files_count", family.level0_files},
                       {"level0_files_moved_down_count", family.level0_files_relieved},
                       {"level0_slowdown_trigger_files", nullptr}};
  if (SlowsDown(family)) json["level0_slowdown_trigger_files"] = family.level0_slowdown_trigger;
  json["sources"] = ordered_json::array();
  for (const ColumnFamilySource& entry : family.sources) {
    json["sources"].push_back({{"source", entry.source},
                               {"source_id", entry.source_column_family_id},
                               {"level0_sequence_offset", entry.level0_seqno_offset}});
  }
  json["files"] = FilesToJson(plan, family);
  json["blob_files"] = ordered_json::array();
  for (const auto& [source, blob] : family.blob_files) {
    json["blob_files"].push_back(
        {{"source", source}, {"number", blob->number.value}, {"size_bytes", blob->total_bytes}});
  }
  return json;
}

}  // namespace

ordered_json ToJson(const Plan& plan) {
  ordered_json json;
  if (plan.target_index) json["index"] = *plan.target_index;
  if (plan.max_parallelism != 0) json["key_groups"] = RangeToJson(plan.target);
  json["totals"] = TotalsToJson(plan.totals);
  json["main_source"] = plan.main_source;
  json["next_file_number"] = plan.next_file_number.value;
  json["last_sequence"] = plan.last_sequence.value;
  json["opens_before_rocksdb_7_10"] = plan.seqno_ordered_level0;
  json["warnings"] = plan.warnings;
  json["sources"] = SourcesToJson(plan);
  json["column_families"] = ordered_json::array();
  for (const PlannedColumnFamily& family : plan.column_families) {
    json["column_families"].push_back(FamilyToJson(plan, family));
  }
  json["column_families_outside"] = ordered_json::array();
  for (const PlannedColumnFamily& family : plan.outside_column_families) {
    json["column_families_outside"].push_back(
        {{"name", family.name}, {"files", FilesToJson(plan, family)}});
  }
  return json;
}

std::string ToJsonText(const std::vector<Plan>& plans) {
  ordered_json json;
  if (!plans.empty() && plans.front().max_parallelism != 0) {
    json["max_parallelism"] = plans.front().max_parallelism;
  }
  json["targets"] = ordered_json::array();
  for (const Plan& plan : plans) json["targets"].push_back(ToJson(plan));
  // Directory names need not be UTF-8; JSON must be.
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace rescale::plan
