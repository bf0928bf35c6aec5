// Records what a model holds, and says what a run changed of it.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace modecheck::audit {

class HeldState {
 public:
  explicit HeldState(const torch::jit::Module& module);

  // Returns an array with an object for each tensor that is new, was replaced, became an inference tensor, or has
  // another version than at construction: its path in the module, and what changed.
  nlohmann::json changes(const torch::jit::Module& module) const;

 private:
  struct Held {
    const void* object;    // the TensorImpl
    std::int64_t version;  // -1 for an inference tensor, which has no version
    bool is_inference;
  };
  static Held held(const at::Tensor& tensor);

  std::map<std::string, Held> before_;
};

}  // namespace modecheck::audit
