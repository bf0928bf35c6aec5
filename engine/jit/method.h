// Declares torch::jit::Method, a method of a TorchScript object, bound to the object.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/dispatch/dict.h"
#include "engine/dispatch/tuple.h"

namespace modecheck::engine::script {
struct Function;
}

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

using Kwargs = std::unordered_map<std::string, c10::IValue>;

class Method {
 public:
  // `function` belongs to the class of `owner`, which keeps it alive.
  Method(c10::detail::ScriptObject owner, const modecheck::engine::script::Function* function)
      : owner_(std::move(owner)), function_(function) {}

  // Calls the method. Raises an Argument error if the arguments do not fit its parameters. An error inside the method
  // names the file and the line of the model's source.
  c10::IValue operator()(std::vector<c10::IValue> stack, const Kwargs& kwargs = {}) const;

  // Returns the name without the class, such as "forward".
  std::string name() const;
  // Returns the number of parameters, with the object itself.
  std::size_t num_inputs() const;

 private:
  c10::detail::ScriptObject owner_;
  const modecheck::engine::script::Function* function_;
};

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
