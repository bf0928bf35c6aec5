// Declares Function, a compiled function or method of a TorchScript program, and how it is called.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/script/node.h"
#include "engine/script/parameter.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct Function {
  using Keywords = std::vector<std::pair<std::string, Value>>;

  // Calls the function. The first argument of a method is its object. Missing arguments get their defaults. Raises if
  // the arguments do not fit the parameters. An error inside the function ends with a "TorchScript traceback", which
  // names the file and line of each active call in the model's source.
  Value call(std::vector<Value> arguments, const Keywords& keywords = {}) const;

  std::string name;  // qualified: "__torch__.Net.forward"
  std::string file;  // the path inside the archive: "code/__torch__.py"
  int line = 0;
  std::vector<Parameter> parameters;
  TypeRef result;
  std::size_t slots = 0;  // the number of local variables, with the parameters
  NodeRef body;
};

}  // namespace modecheck::engine::script
