// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

namespace rescale::plan {

// Text that may stand in XML: markup is escaped; control characters and bytes that are no UTF-8
// become '?'.
std::string EscapeXml(std::string_view text);
// At most `characters` characters of a name, its end where it is longer: "...chk-17/0".
std::string ShortenFront(std::string_view text, size_t characters);

struct SvgBox {
  double x = 0, y = 0, width = 0, height = 0;
};

// Appends SVG elements. `style` is a class of the style sheet that the caller writes. All text is
// escaped here.
class SvgWriter {
 public:
  void Raw(std::string_view markup) { out_ += markup; }
  void Rect(const SvgBox& box, std::string_view style, std::string_view title = "");
  void Line(double x1, double y1, double x2, double y2, std::string_view style);
  void Text(double x, double y, std::string_view style, std::string_view text);

  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace rescale::plan
