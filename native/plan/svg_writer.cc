// SPDX-License-Identifier: Apache-2.0
#include "plan/svg_writer.h"

namespace rescale::plan {
namespace {

// Bytes of the UTF-8 character at the front of `text`; 0 when there is none.
size_t CharacterBytes(std::string_view text) {
  const auto first = static_cast<uint8_t>(text.front());
  if (first < 0x80) return 1;
  const size_t bytes = first >= 0xf0 && first < 0xf5   ? 4
                       : first >= 0xe0 && first < 0xf0 ? 3
                       : first >= 0xc2 && first < 0xe0 ? 2
                                                       : 0;
  if (bytes == 0 || text.size() < bytes) return 0;
  uint32_t code = first & (0xffu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<uint8_t>(text[i]);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool no_character =
      (code >= 0xd800 && code < 0xe000) || code > 0x10ffff || code == 0xfffe || code == 0xffff;
  return overlong || no_character ? 0 : bytes;
}

}  // namespace

std::string EscapeXml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t bytes = CharacterBytes(text);
    const char c = text.front();
    if (bytes == 0 || (static_cast<uint8_t>(c) < 0x20 && c != '\n') || c == 0x7f) {
      out += '?';
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

std::string ShortenFront(std::string_view text, size_t characters) {
  size_t count = 0;
  size_t begin = text.size();
  while (begin > 0) {
    size_t previous = begin - 1;
    while (previous > 0 && (static_cast<uint8_t>(text[previous]) & 0xc0) == 0x80) --previous;
    if (count == characters) break;
    ++count;
    begin = previous;
  }
  if (begin == 0) return std::string(text);
  return "..." + std::string(text.substr(begin));
}

void SvgWriter::Rect(const SvgBox& box, std::string_view style, std::string_view title) {
  fmt::format_to(std::back_inserter(out_),
                 R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="{}")", box.x,
                 box.y, box.width, box.height, style);
  if (title.empty()) {
    out_ += "/>\n";
  } else {
    fmt::format_to(std::back_inserter(out_), "><title>{}</title></rect>\n", EscapeXml(title));
  }
}

void SvgWriter::Line(double x1, double y1, double x2, double y2, std::string_view style) {
  fmt::format_to(std::back_inserter(out_),
                 R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>)"
                 "\n",
                 x1, y1, x2, y2, style);
}

void SvgWriter::Text(double x, double y, std::string_view style, std::string_view text) {
  fmt::format_to(std::back_inserter(out_),
                 R"(<text x="{:.1f}" y="{:.1f}" class="{}">{}</text>)"
                 "\n",
                 x, y, style, EscapeXml(text));
}

}  // namespace rescale::plan
