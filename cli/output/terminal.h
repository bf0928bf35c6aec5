// Finds out what the terminal can show.
#pragma once

#include <cstdio>

#include "properties/report/style.h"

namespace modecheck::cli {

// Returns whether to use colours, and the width, which is between 80 and 120. Only a terminal gets colours, unless
// NO_COLOR is set and not empty, or TERM is "dumb".
properties::Style style_of(std::FILE* stream);

bool is_terminal(std::FILE* stream);

// Whether the stream is a terminal that can write a line over another line. A terminal whose TERM is "dumb" cannot.
bool can_overwrite(std::FILE* stream);

}  // namespace modecheck::cli
