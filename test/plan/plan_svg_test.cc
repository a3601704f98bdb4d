// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_svg.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "plan/lsm_script.h"
#include "plan/random_sources.h"
#include "plan/svg_writer.h"

namespace rescale::plan {
namespace {

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Whether elements close in the order they open, and text holds no markup. Enough XML for what the
// writer writes.
bool IsWellFormed(std::string_view xml) {
  std::vector<std::string> open;
  while (!xml.empty()) {
    const size_t tag = xml.find('<');
    if (tag == std::string_view::npos) break;
    const size_t end = xml.find('>', tag);
    if (end == std::string_view::npos) return false;
    const std::string_view element = xml.substr(tag + 1, end - tag - 1);
    if (element.find('<') != std::string_view::npos || Count(element, "\"") % 2 != 0) return false;
    if (element.starts_with('/')) {
      if (open.empty() || open.back() != element.substr(1)) return false;
      open.pop_back();
    } else if (!element.ends_with('/')) {
      open.emplace_back(element.substr(0, element.find(' ')));
    }
    xml.remove_prefix(end + 1);
  }
  return open.empty();
}

std::vector<Plan> Plans(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                        uint32_t parallelism) {
  std::vector<Plan> plans;
  for (uint32_t i = 0; i < parallelism; ++i) {
    const KeyGroupRange target = max_parallelism.RangeOfSubtask(parallelism, i).value();
    plans.push_back(MakePlan(sources, max_parallelism, target).value());
    plans.back().target_index = i;
  }
  return plans;
}

TEST_CASE("picture: one bar an SST, coloured by the strongest action in any target") {
  LsmScript script;
  for (const std::string_view line : {
           "max-parallelism 128", "source old/1 owns 101-127", "source old/0 owns 0-100",
           "L1 10 [0:a..63:z] 1M epoch 2",    // trimmed for no target: linked
           "L1 11 [63:zz..70:z] 1M epoch 2",  // trimmed for both
           "L1 12 [71:a..100:z] 1M epoch 2",  // linked for the second
           "L1 13 [120:a..120:b] 1M epoch 2"  // not its source's
       }) {
    script.Run(line);
  }
  const auto plans = Plans(script.sources(), MaxParallelism::Create(128).value(), 2);
  const std::string svg = ToSvg(plans);
  CHECK(IsWellFormed(svg));
  CHECK(Count(svg, "class=\"bar link\"") == 2);
  CHECK(Count(svg, "class=\"bar trim\"") == 1);
  CHECK(Count(svg, "class=\"bar skip\"") == 1);
  CHECK(svg.find("trim: 1 file, 1.0 MiB") != std::string::npos);
  // Both targets are named in the tooltip of the SST that both take.
  CHECK(svg.find("target 0 [0,63] of 128 key groups: trim as L1 001000, crosses the end") !=
        std::string::npos);
  CHECK(svg.find("target 1 [64,127] of 128 key groups: trim as L1 001000, crosses the begin") !=
        std::string::npos);
}

TEST_CASE("picture: names cannot break out of it") {
  LsmScript script;
  script.Run("max-parallelism 128");
  script.Run("source </svg><script>\"&'\x01\xff owns 0-127");
  script.Run("cf <b>&amp; 1");
  script.Run("L1 10 [0:<..63:>] 1M epoch 2");
  const std::string svg = ToSvg(Plans(script.sources(), MaxParallelism::Create(128).value(), 3));
  CHECK(IsWellFormed(svg));
  CHECK(svg.find("<script>") == std::string::npos);
  CHECK(svg.find('\x01') == std::string::npos);
  CHECK(svg.find('\xff') == std::string::npos);
  CHECK(svg.find("&lt;b&gt;&amp;amp;") != std::string::npos);
}

TEST_CASE("picture: its size is bounded, whatever the number of SSTs") {
  LsmScript script;
  script.Run("max-parallelism 32768");
  script.Run("source old/0 owns 0-32767 next 100000");
  for (int i = 0; i < 20000; ++i) {
    script.Run(fmt::format("L1 {} [{}:a..{}:z] 1M epoch 2", i + 1, i, i));
  }
  const std::string svg = ToSvg(Plans(script.sources(), MaxParallelism::Create(32768).value(), 2));
  CHECK(IsWellFormed(svg));
  CHECK(svg.size() < 20000);
  CHECK(svg.find("20000 files begin here") != std::string::npos);
}

TEST_CASE("picture: of random plans, of merges and of nothing is well-formed") {
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    INFO(seed);
    RandomSources random(seed);
    CHECK(IsWellFormed(ToSvg(Plans(random.sources(), random.max_parallelism(), 5))));
  }
  LsmScript script;
  script.Run("source main");
  script.Run("L0 10 [a..b] 1M epoch 2");
  std::vector<Plan> merged;
  merged.push_back(PlanMerge(script.sources()).value());
  CHECK(Count(ToSvg(merged), "class=\"bar link\"") == 1);
  CHECK(IsWellFormed(ToSvg(merged)));
  CHECK(IsWellFormed(ToSvg({})));
}

TEST_CASE("picture: only whole characters are kept of a long name") {
  CHECK(ShortenFront("short", 10) == "short");
  CHECK(ShortenFront("0123456789", 10) == "0123456789");
  CHECK(ShortenFront("0123456789a", 10) == "...123456789a");
  CHECK(ShortenFront("\xc3\xa4\xc3\xb6\xc3\xbc", 2) == "...\xc3\xb6\xc3\xbc");
  CHECK(EscapeXml("\xc3\xa4<\xc3") == "\xc3\xa4&lt;?");
  CHECK(EscapeXml("\xed\xa0\x80") == "???");  // half of a surrogate pair
}

}  // namespace
}  // namespace rescale::plan
