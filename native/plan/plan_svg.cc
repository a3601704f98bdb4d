// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_svg.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "plan/people.h"
#include "plan/picture.h"
#include "plan/svg_lanes.h"
#include "plan/svg_writer.h"

namespace rescale::plan {
namespace {

constexpr size_t kMaxRows = 400;
constexpr size_t kMaxSingleBars = 4000;
constexpr size_t kMaxTargetLabels = 64;
constexpr double kLeft = 222;
constexpr double kPlotWidth = 960;
constexpr double kWidth = kLeft + kPlotWidth + 24;
constexpr double kLegendTop = 44;
constexpr double kTargetsTop = 74;  // of the band that names the targets
constexpr double kTargetsHeight = 20;
constexpr double kTop = 136;  // of the first source
constexpr double kRowGap = 5;
constexpr double kBarHeight = 11;
constexpr double kLaneHeight = 8;
constexpr double kSourceHeadHeight = 24;
constexpr double kFamilyHeadHeight = 17;
constexpr double kSourceGap = 14;

constexpr std::string_view kStyle = R"(<style>
text{font-family:Inter,"Helvetica Neue",Arial,sans-serif;font-size:11px;fill:#3b4252}
.title{font-size:17px;font-weight:600;fill:#1f2430}.source{font-size:12px;font-weight:600;fill:#1f2430}
.family{fill:#5b6478;font-style:italic}.level{fill:#5b6478;text-anchor:end}
.tick{fill:#7a8397;font-size:10px;text-anchor:middle}.target{font-weight:600;text-anchor:middle;fill:#27406b}
.note{fill:#7a8397}.page{fill:#ffffff}.outside{fill:#eef0f4}.owned{fill:#fafbfd;stroke:#d9dee7;stroke-width:.5}
.band0{fill:#dbe6f7}.band1{fill:#c7d8f1}.grid{stroke:#e6e9ef;stroke-width:1}
.edge{stroke:#27406b;stroke-width:1.2;stroke-dasharray:4 3;opacity:.75}
.skip{fill:#b9c0cc}.link{fill:#2a9d8f}.trim{fill:#e76f51}
.bar{stroke:#ffffff;stroke-width:.6}.bar:hover{stroke:#1f2430;stroke-width:1.2}
</style>
)";

class SvgPicture {
 public:
  explicit SvgPicture(const std::vector<Plan>& plans)
      : plans_(plans),
        picture_(MakePicture(plans, kMaxRows)),
        groups_(plans.empty() || plans.front().max_parallelism == 0
                    ? 1.0
                    : static_cast<double>(plans.front().max_parallelism)) {}

  std::string Draw() {
    SvgWriter sources;
    const double bottom = DrawSources(&sources);
    const double height = bottom + 16;
    svg_.Raw(fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" )"
                         R"(height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}">)"
                         "\n",
                         kWidth, height));
    svg_.Raw(kStyle);
    svg_.Rect({0, 0, kWidth, height}, "page");
    DrawHead();
    DrawAxis();
    svg_.Raw(sources.Take());
    DrawTargetEdges(bottom);
    svg_.Raw("</svg>\n");
    return svg_.Take();
  }

 private:
  bool has_groups() const { return !plans_.empty() && plans_.front().max_parallelism != 0; }
  double X(double position) const {
    return kLeft + std::clamp(position / groups_, 0.0, 1.0) * kPlotWidth;
  }

  void DrawHead() {
    const size_t sources = plans_.empty() ? 0 : plans_.front().source_names.size();
    svg_.Text(16, 30, "title",
              fmt::format("{} source{} to {} target{}", sources, sources == 1 ? "" : "s",
                          plans_.size(), plans_.size() == 1 ? "" : "s"));
    static constexpr std::array<std::string_view, 3> kMeaning = {
        "not touched", "whole, by hard link", "cut at an edge"};
    double x = 16;
    for (const Action action : {Action::kLink, Action::kTrim, Action::kSkip}) {
      const ActionCount& count = picture_.counts[static_cast<size_t>(action)];
      const std::string_view name = ToString(action);
      svg_.Rect({x, kLegendTop, 12, 12}, name);
      svg_.Text(x + 18, kLegendTop + 10, "legend",
                fmt::format("{}: {}, {} ({})", name, FilesText(count.files), BytesText(count.bytes),
                            kMeaning[static_cast<size_t>(action)]));
      x += 320;
    }
    if (picture_.bar_count > kMaxSingleBars) {
      svg_.Text(x, kLegendTop + 10, "note", "too many to draw each");
    }
  }

  // Ticks at a round number of key groups, at most some 20.
  void DrawAxis() {
    const double bottom = kTop - 12;
    if (!has_groups()) {
      svg_.Text(kLeft, bottom - 6, "note", "keys in their order, at equal distances");
      return;
    }
    svg_.Text(kLeft - 12, bottom - 6, "level", "key group");
    uint32_t step = 1;
    while (groups_ / step > 20) step *= 2;
    for (uint32_t group = 0; group < plans_.front().max_parallelism; group += step) {
      svg_.Text(X(group), bottom - 6, "tick", std::to_string(group));
      svg_.Line(X(group), bottom - 3, X(group), bottom, "grid");
    }
  }

  void DrawTargetEdges(double bottom) {
    if (!has_groups()) return;
    std::vector<double> edges;
    double label_end = 0;
    for (size_t i = 0; i < plans_.size(); ++i) {
      const Plan& plan = plans_[i];
      const double begin = X(plan.target.first);
      const double end = X(plan.target.last + 1.0);
      svg_.Rect({begin, kTargetsTop, end - begin, kTargetsHeight}, i % 2 == 0 ? "band0" : "band1",
                TargetText(plan));
      const std::string label =
          fmt::format("{}{}", plan.target_index ? fmt::format("{} ", *plan.target_index) : "",
                      ToString(plan.target));
      const double half = static_cast<double>(label.size()) * 3.4;
      const double middle = (begin + end) / 2;
      if (2 * half <= end - begin && middle - half > label_end && i < kMaxTargetLabels) {
        svg_.Text(middle, kTargetsTop + 14, "target", label);
        label_end = middle + half;
      }
      edges.push_back(begin);
      edges.push_back(end);
    }
    svg_.Text(kLeft - 12, kTargetsTop + 14, "level", "targets");
    std::sort(edges.begin(), edges.end());
    double last = -1;
    for (const double x : edges) {
      if (x - last < 1) continue;  // the same edge, or too near to tell apart
      svg_.Line(x, kTargetsTop, x, kTargetsTop + kTargetsHeight, "edge");
      svg_.Line(x, kTop - kSourceGap, x, bottom, "edge");
      last = x;
    }
  }

  // Returns where the last one ends.
  double DrawSources(SvgWriter* svg) {
    double y = kTop;
    for (size_t begin = 0, end = 0; begin < picture_.rows.size(); begin = end) {
      const uint32_t source = picture_.rows[begin].source;
      while (end < picture_.rows.size() && picture_.rows[end].source == source) ++end;
      y = DrawSource(source, begin, end, y, svg) + kSourceGap;
    }
    if (picture_.sources_left_out != 0) {
      svg->Text(16, y + 4, "note", fmt::format("and {} more sources", picture_.sources_left_out));
      y += kSourceGap;
    }
    if (picture_.rows.empty()) {
      svg->Text(kLeft, y + 4, "note", "no SST in any source");
      y += kSourceGap;
    }
    return y - kSourceGap;
  }

  // Rows [begin, end) of one source.
  double DrawSource(uint32_t source, size_t begin, size_t end, double y, SvgWriter* svg) {
    const Plan& plan = plans_.front();
    SvgWriter rows;
    const double top = y;
    y += kSourceHeadHeight;
    std::string_view family;
    for (size_t i = begin; i < end; ++i) {
      const PictureRow& row = picture_.rows[i];
      if (row.column_family != family) {
        family = row.column_family;
        rows.Text(28, y + 9, "family", ShortenFront(family, 26));
        if (row.level >= 0) y += kFamilyHeadHeight;
      }
      y = DrawRow(row, y, &rows) + kRowGap;
    }
    const SourceRange& range = plan.ranges[source];
    svg->Rect({kLeft, top, kPlotWidth, y - top}, has_groups() ? "outside" : "owned");
    std::string head = ShortenFront(plan.source_names[source], has_groups() ? 17 : 28);
    if (has_groups()) {
      const double owned_begin = X(range.owned.first);
      svg->Rect({owned_begin, top, X(range.owned.last + 1.0) - owned_begin, y - top}, "owned",
                fmt::format("{} owns {}", plan.source_names[source], ToString(range.owned)));
      head += "  " + ToString(range.owned);
    }
    svg->Text(16, top + 15, "source", head);
    svg->Raw(rows.Take());
    return y;
  }

  // Returns where the row ends.
  double DrawRow(const PictureRow& row, double y, SvgWriter* svg) {
    if (row.level >= 0) svg->Text(kLeft - 12, y + 9, "level", fmt::format("L{}", row.level));
    if (picture_.bar_count > kMaxSingleBars) {
      DrawRuns(row, y, svg);
      return y + kBarHeight;
    }
    const bool overlapping = row.level <= 0;
    const LaneAssignment lanes = overlapping ? StackLanes(row.bars) : LaneAssignment{};
    const double height = lanes.count > 1 ? kLaneHeight : kBarHeight;
    for (size_t i = 0; i < row.bars.size(); ++i) {
      const PictureBar& bar = row.bars[i];
      const double lane = lanes.lanes.empty() ? 0 : static_cast<double>(lanes.lanes[i]);
      const double begin = X(bar.begin);
      const double width = std::max(X(bar.end) - begin, 2.0);
      svg->Rect({begin, y + lane * height, width, height - 1},
                fmt::format("bar {}", ToString(bar.action)), BarTitle(bar));
    }
    return y + std::max(static_cast<double>(std::max(lanes.count, size_t{1})) * height, kBarHeight);
  }

  // Bars of one colour merged: one rectangle a run of equal pixels.
  void DrawRuns(const PictureRow& row, double y, SvgWriter* svg) {
    for (const PixelRun& run : MergeBars(row.bars, groups_, static_cast<size_t>(kPlotWidth))) {
      svg->Rect({kLeft + static_cast<double>(run.begin), y,
                 static_cast<double>(run.end - run.begin), kBarHeight - 1},
                ToString(run.action), fmt::format("{} begin here", FilesText(run.files)));
    }
  }

  std::string BarTitle(const PictureBar& bar) const {
    static constexpr size_t kMaxWays = 8;
    std::string title = fmt::format("L{} {} {} {}", bar.file->level, NumberText(bar.file->number),
                                    BoundsText(*bar.file, PrefixBytes(plans_.front())),
                                    BytesText(bar.file->size_bytes));
    for (size_t i = 0; i < std::min(bar.ways.size(), kMaxWays); ++i) {
      const auto& [index, planned] = bar.ways[i];
      title += fmt::format("\n{}: {} as L{} {}, {}", TargetText(plans_[index]),
                           ToString(planned->action), planned->target_level,
                           NumberText(planned->target_number), ToString(planned->reason));
    }
    if (bar.ways.size() > kMaxWays) {
      title += fmt::format("\nand {} more targets", bar.ways.size() - kMaxWays);
    }
    if (bar.ways.empty()) title += "\nskip";
    return title;
  }

  const std::vector<Plan>& plans_;
  const Picture picture_;
  const double groups_;
  SvgWriter svg_;
};

}  // namespace

std::string ToSvg(const std::vector<Plan>& plans) { return SvgPicture(plans).Draw(); }

}  // namespace rescale::plan
