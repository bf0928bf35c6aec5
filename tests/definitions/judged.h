// Holds the options for the definition test of a function.
#pragma once

#include "tests/definitions/degree.h"
#include "tests/definitions/dtypes.h"

namespace modecheck::definitions {

struct Judged {
  Dtypes dtypes = Dtypes::Floating;
  bool first = true;    // whether the test checks first derivatives
  bool second = true;   // whether the test checks second derivatives, which some functions lack
  bool forward = true;  // whether the test checks forward-mode tangents
  double slack = 1;     // the tolerances are multiplied by this factor
  Degree degree = Degree::Unknown;
};

inline constexpr Judged kNumbers{.dtypes = Dtypes::Numbers};
// These options are for functions that only move elements.
inline constexpr Judged kMoved{.dtypes = Dtypes::Numbers, .degree = Degree::Linear};

}  // namespace modecheck::definitions
