// Records what a model holds, and says what a run changed of it.
#pragma once

#include <torch/script.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace modecheck::audit {

class HeldState {
 public:
  explicit HeldState(const torch::jit::Module& module);

  // Returns an array with an object for each tensor that is new, was replaced, became an inference tensor, or has
  // another version or other elements than at construction: its path in the module, and what changed.
  nlohmann::json changes(const torch::jit::Module& module) const;

 private:
  struct Held {
    at::Tensor tensor;     // is kept, so that no new tensor gets its address
    std::int64_t version;  // -1 for an inference tensor, which has no version
    bool is_inference;
    std::size_t elements;  // a hash of the elements
  };
  static Held held(const at::Tensor& tensor);

  std::map<std::string, Held> before_;
};

}  // namespace modecheck::audit
