// Declares FunctionSource, the parsed source of a function.
#pragma once

#include <string>
#include <vector>

#include "engine/script/node.h"

namespace modecheck::engine::script {

struct FunctionSource {
  struct Parameter {
    std::string name;
    int line = 0;
    NodeRef type;           // null if there is no annotation
    NodeRef default_value;  // null if there is no default
  };

  std::string name;
  int line = 0;
  std::vector<Parameter> parameters;
  NodeRef result;  // null if there is no annotation
  NodeRef body;
};

}  // namespace modecheck::engine::script
