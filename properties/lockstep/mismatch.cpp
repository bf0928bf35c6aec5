#include "properties/lockstep/mismatch.h"

#include <fmt/format.h>

namespace modecheck::properties {

std::string Difference::where() const {
  return reg < 0 ? std::string(name_of(field)) : fmt::format("r{}.{}", reg, name_of(field));
}

}  // namespace modecheck::properties
