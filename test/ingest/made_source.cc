// SPDX-License-Identifier: Apache-2.0
#include "ingest/made_source.h"

#include <catch2/catch.hpp>

namespace rescale::test {

MadeSources::MadeSources(const std::vector<std::string>& lines) {
  script_.Run("max-parallelism 128");
  for (const std::string& line : lines) script_.Run(line);
}

plan::Plan MadeSources::Plan(const KeyGroupRange& target) const {
  auto plan = plan::MakePlan(script_.sources(), *MaxParallelism::Create(128), target);
  REQUIRE(plan.status().ToString() == "ok");
  return std::move(*plan);
}

const manifest::FileMetaData& MadeSources::File(size_t source, size_t level) const {
  return script_.sources().at(source).version->FindColumnFamily("default")->levels.at(level).at(0);
}

void MadeSources::SetCustom(size_t source, const manifest::FileCustomFields& fields) {
  auto& file = const_cast<manifest::FileMetaData&>(File(source, 1));  // the script's, which is ours
  file.SetPayload(std::string(file.smallest()), std::string(file.largest()),
                  manifest::EncodeCustom(fields));
}

}  // namespace rescale::test
