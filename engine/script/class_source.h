// Declares ClassSource, the parsed source of a class.
#pragma once

#include <string>
#include <vector>

#include "engine/script/function_source.h"
#include "engine/script/node.h"

namespace modecheck::engine::script {

struct ClassSource {
  // The declaration of an attribute: `name : type`, with a value for a constant or a default value.
  struct Field {
    std::string name;
    int line = 0;
    NodeRef type;
    NodeRef value;  // may be null
  };

  std::string name;
  std::string base;  // "Module", "NamedTuple", or empty
  int line = 0;
  std::vector<std::string> parameters;  // of __parameters__
  std::vector<std::string> buffers;     // of __buffers__
  std::vector<Field> fields;
  std::vector<FunctionSource> methods;
};

}  // namespace modecheck::engine::script
