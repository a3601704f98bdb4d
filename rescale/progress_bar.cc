// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "output.h"
#include "terminal.h"

namespace rescale::cli {

namespace {

constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr double kEtaAfterMs = 1000;  // earlier the rate means little
constexpr int kBarColumns = 20;

void Draw(std::string_view text) {
  // A progress line that cannot be drawn is no failure of the work.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

double DoneShare(const Progress& progress) {
  const uint64_t done = progress.bytes_linked + progress.bytes_copied + progress.bytes_rewritten;
  if (progress.bytes_total == 0) return 0;
  return std::min(1.0, static_cast<double>(done) / static_cast<double>(progress.bytes_total));
}

}  // namespace

std::string ProgressLine(const Progress& progress, double elapsed_ms, int columns) {
  const double share = DoneShare(progress);
  const auto filled = static_cast<int>(share * kBarColumns);
  std::string line =
      fmt::format("{:<7} [{:#<{}}{:<{}}] {:3.0f}%  {}/{} files  linked {}", progress.phase, "",
                  filled, "", kBarColumns - filled, share * 100, progress.files_done,
                  progress.files_total, Size(progress.bytes_linked));
  if (progress.bytes_copied > 0) line += fmt::format("  copied {}", Size(progress.bytes_copied));
  line += fmt::format("  rewritten {}", Size(progress.bytes_rewritten));
  if (elapsed_ms >= kEtaAfterMs && share > 0 && share < 1) {
    line += fmt::format("  ETA {}", Duration(elapsed_ms * (1 - share) / share));
  }
  // The last column stays free: some terminals wrap as soon as it is written.
  if (columns > 1 && line.size() >= static_cast<size_t>(columns)) {
    line.resize(static_cast<size_t>(columns) - 1);
  }
  return line;
}

ProgressBar::ProgressBar(bool enabled) {
  const Terminal terminal = TerminalOf(STDERR_FILENO);
  draws_ = enabled && terminal.is_terminal;
  colour_ = terminal.colour;
  columns_ = terminal.columns;
  start_ = Clock::now();
}

ProgressBar::~ProgressBar() { Finish(); }

ProgressCallback ProgressBar::callback() {
  if (!draws_) return {};
  return [this](const Progress& progress) { Update(progress); };
}

void ProgressBar::Update(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (drawn_ && now - last_draw_ < kRedrawInterval) return;
  drawn_ = true;
  last_draw_ = now;
  const double elapsed_ms = std::chrono::duration<double, std::milli>(now - start_).count();
  const std::string line = ProgressLine(progress, elapsed_ms, columns_);
  Draw(fmt::format("\r{}{}{}\x1b[K", colour_ ? "\x1b[36m" : "", line, colour_ ? "\x1b[0m" : ""));
}

void ProgressBar::Finish() {
  if (drawn_) Draw("\r\x1b[K");
  drawn_ = false;
  draws_ = false;
}

}  // namespace rescale::cli
