#include "cli/output/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace modecheck::cli {

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool can_overwrite(std::FILE* stream) {
  const char* const term = std::getenv("TERM");
  return is_terminal(stream) && (term == nullptr || std::string_view(term) != "dumb");
}

properties::Style style_of(std::FILE* stream) {
  properties::Style out;
  if (!is_terminal(stream)) return out;
  const char* const no_colour = std::getenv("NO_COLOR");
  out.colour = (no_colour == nullptr || *no_colour == '\0') && can_overwrite(stream);
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    out.width = std::clamp<int>(size.ws_col, 80, 120);
  return out;
}

}  // namespace modecheck::cli
