#include "cli/output/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace modecheck::cli {

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

properties::Style style_of(std::FILE* stream) {
  properties::Style out;
  if (!is_terminal(stream)) return out;
  out.colour = std::getenv("NO_COLOR") == nullptr;
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    out.width = std::clamp<int>(size.ws_col, 80, 120);
  return out;
}

}  // namespace modecheck::cli
