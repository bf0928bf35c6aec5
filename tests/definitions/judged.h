// How a function is judged.
#pragma once

#include "tests/definitions/degree.h"
#include "tests/definitions/dtypes.h"

namespace modecheck::witness {

struct Judged {
  Dtypes dtypes = Dtypes::Floating;
  bool first = true;    // derivatives
  bool second = true;   // not all have them
  bool forward = true;  // tangents
  double slack = 1;     // of the tolerances
  Degree degree = Degree::Unknown;
};

inline constexpr Judged kNumbers{.dtypes = Dtypes::Numbers};
// Elements that are moved and no more.
inline constexpr Judged kMoved{.dtypes = Dtypes::Numbers, .degree = Degree::Linear};

}  // namespace modecheck::witness
