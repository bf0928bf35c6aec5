// Declares Parameter, a parameter of a TorchScript function.
#pragma once

#include <optional>
#include <string>

#include "engine/script/type.h"

namespace modecheck::engine::script {

struct Parameter {
  std::string name;
  TypeRef type;
  bool has_default = false;
  Value default_value;
};

}  // namespace modecheck::engine::script
