#include "cli/output/progress_line.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/output/terminal.h"

namespace modecheck::cli {

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && can_overwrite(stderr)) {}
ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const std::string& text) {
  if (!shown_) return;
  clear();
  fmt::print(stderr, "  {}", text);
  std::fflush(stderr);
}

void ProgressLine::clear() const {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace modecheck::cli
