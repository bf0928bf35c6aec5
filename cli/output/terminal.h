// What the terminal can show.
#pragma once

#include <cstdio>

#include "properties/report/style.h"

namespace modecheck::cli {

// Colours on a terminal only (and not if NO_COLOR is set); its width, between 80 and 120.
properties::Style style_of(std::FILE* stream);

bool is_terminal(std::FILE* stream);

}  // namespace modecheck::cli
