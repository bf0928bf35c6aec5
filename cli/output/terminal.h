// Finds out what the terminal can show.
#pragma once

#include <cstdio>

#include "properties/report/style.h"

namespace modecheck::cli {

// Returns whether to use colours (on a terminal, unless NO_COLOR is set) and the width, between 80 and 120.
properties::Style style_of(std::FILE* stream);

bool is_terminal(std::FILE* stream);

}  // namespace modecheck::cli
