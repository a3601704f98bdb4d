// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"

// A small language that describes sources and asks for plans; see test/testdata/plan/README.
namespace rescale::plan {

class LsmScript {
 public:
  // Runs one line. A command (plan, merge) answers with text; a description answers nothing.
  // Throws std::runtime_error for a line that is not of the language: the script is ours.
  std::optional<std::string> Run(std::string_view line);

  std::vector<Source> sources() const;

 private:
  struct TestSource {
    std::string name;
    KeyGroupRange owned;
    bool owned_is_assumed = false;
    manifest::Version version;
    std::string options_text;
    std::unique_ptr<checkpoint::OptionsFile> options;
  };

  void StartSource(const std::vector<std::string>& words);
  void StartColumnFamily(const std::vector<std::string>& words);
  void AddOptions(const std::vector<std::string>& words);
  void AddFile(const std::vector<std::string>& words);
  void AddBlobFile(const std::vector<std::string>& words);
  std::string Plan(const std::vector<std::string>& words);
  std::string Merge();
  std::string UserKey(std::string_view text) const;
  TestSource& source();
  manifest::ColumnFamily& family();

  std::optional<MaxParallelism> max_parallelism_;
  std::vector<std::unique_ptr<TestSource>> sources_;
};

}  // namespace rescale::plan
