// A statement about sizes that decided something in a trace. The trace is valid for all sizes of which it is true.
#pragma once

#include <string>

#include "engine/fake/symbolic/fact.h"

namespace modecheck::engine::fake {

struct Guard {
  Fact fact;
  std::string where;  // what asked, such as the name of an operator
};

}  // namespace modecheck::engine::fake
