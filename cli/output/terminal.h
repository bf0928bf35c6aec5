// Finds out what the terminal can show.
#pragma once

#include <cstdio>

#include "properties/report/style.h"

namespace modecheck::cli {

// Returns whether to use colours and the width, between 80 and 120. Colours are for terminals, unless NO_COLOR is set
// and not empty, or TERM is "dumb".
properties::Style style_of(std::FILE* stream);

bool is_terminal(std::FILE* stream);

// Whether a line can be written over another one: a terminal whose TERM is not "dumb".
bool can_overwrite(std::FILE* stream);

}  // namespace modecheck::cli
