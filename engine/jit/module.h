// Declares the names of TorchScript. The engine has no TorchScript, so every function raises Unsupported.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "engine/dispatch/ivalue.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

namespace detail {
// Raises c10::NotImplementedError with the error class Unsupported. `what` names the function in the message.
[[noreturn]] inline void not_built(const char* what) {
  modecheck::engine::raise(
      modecheck::engine::ErrorClass::Unsupported, "torch::jit::", what,
      ": TorchScript is not built into this engine: it has neither a reader of saved modules "
      "(archives written by torch.jit.save) nor an interpreter for them. Call operators directly, or "
      "run the module with libtorch.");
}
}  // namespace detail

// A TorchScript module. No program can obtain one, because only load() returns one, and load() raises.
class Module {
 public:
  IValue forward(std::vector<IValue> /*inputs*/) { detail::not_built("Module::forward"); }
  IValue operator()(std::vector<IValue> inputs) { return forward(std::move(inputs)); }
  IValue run_method(const std::string& /*name*/, std::vector<IValue> /*inputs*/ = {}) {
    detail::not_built("Module::run_method");
  }
  IValue attr(const std::string& /*name*/) const { detail::not_built("Module::attr"); }
  std::vector<at::Tensor> parameters() const { detail::not_built("Module::parameters"); }
  void eval() { detail::not_built("Module::eval"); }
  void train(bool /*on*/ = true) { detail::not_built("Module::train"); }
  void to(c10::Device /*device*/) { detail::not_built("Module::to"); }
  void save(const std::string& /*file*/) const { detail::not_built("Module::save"); }
};

[[noreturn]] inline Module load(const std::string& /*file*/, std::optional<c10::Device> /*device*/ = std::nullopt) {
  detail::not_built("load");
}
[[noreturn]] inline Module load(std::istream& /*in*/, std::optional<c10::Device> /*device*/ = std::nullopt) {
  detail::not_built("load");
}

namespace script {
using jit::Module;
}

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
