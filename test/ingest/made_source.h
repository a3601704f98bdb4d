// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manifest/file_meta_data.h"
#include "plan/lsm_script.h"
#include "plan/plan.h"

namespace rescale::test {

// Sources described in the language of the planner's conversations (test/testdata/plan/README), of
// 128 key groups, and plans for them. Plans point into it.
class MadeSources {
 public:
  explicit MadeSources(const std::vector<std::string>& lines);

  // Fails the test when it cannot be planned.
  plan::Plan Plan(const KeyGroupRange& target) const;
  // The first file of a level of the default column family.
  const manifest::FileMetaData& File(size_t source, size_t level) const;
  // Gives the first file of level 1 these custom fields.
  void SetCustom(size_t source, const manifest::FileCustomFields& fields);

 private:
  plan::LsmScript script_;
};

}  // namespace rescale::test
