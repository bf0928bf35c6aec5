// Options for the test of a function.
#pragma once

#include "tests/definitions/degree.h"
#include "tests/definitions/dtypes.h"

namespace modecheck::definitions {

struct Judged {
  Dtypes dtypes = Dtypes::Floating;
  bool first = true;    // test first derivatives
  bool second = true;   // test second derivatives, which not all have
  bool forward = true;  // test tangents
  double slack = 1;     // factor of the tolerances
  Degree degree = Degree::Unknown;
};

inline constexpr Judged kNumbers{.dtypes = Dtypes::Numbers};
// For functions that only move elements.
inline constexpr Judged kMoved{.dtypes = Dtypes::Numbers, .degree = Degree::Linear};

}  // namespace modecheck::definitions
