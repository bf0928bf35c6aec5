// Declares OperatorOverload, an operator of the dispatcher with its schema, as calls of a TorchScript program need it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/dispatch/operator_handle.h"
#include "engine/script/type.h"

namespace modecheck::engine::script {

struct OperatorOverload {
  struct Argument {
    std::string name;
    TypeRef type;
    bool is_keyword_only = false;
    bool has_default = false;
    bool takes_one_number = false;  // the type is such as int[2], for which a single number may be passed
    c10::IValue default_value;
  };

  explicit OperatorOverload(const c10::OperatorHandle& operator_handle);

  c10::OperatorHandle handle;
  std::string text;  // the schema
  std::vector<Argument> arguments;
  std::size_t results = 0;
};

}  // namespace modecheck::engine::script
