// Declares Attribute, the name and type of an attribute that the source of a class declares.
#pragma once

#include <string>

#include "engine/script/type.h"

namespace modecheck::engine::script {

struct Attribute {
  std::string name;
  TypeRef type;
  bool is_parameter = false;  // named by the class's __parameters__
  bool is_buffer = false;     // named by the class's __buffers__
  Value default_value;        // the default value of a NamedTuple's field
  bool has_default = false;
};

}  // namespace modecheck::engine::script
