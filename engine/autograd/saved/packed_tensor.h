// The part of a saved tensor that stays in the graph when hooks keep the tensor.
#pragma once

#include <memory>

#include "engine/autograd/saved/saved_variable_hooks.h"
#include "engine/core/tensor/version_counter.h"

namespace modecheck::engine {

struct PackedTensor {
  std::unique_ptr<torch::autograd::SavedVariableHooks> hooks;
  // The version counter of the packed tensor. The unpack hook may return the same memory, whose version is then checked
  // (S2).
  c10::intrusive_ptr<VersionCounter> counter;
};

}  // namespace modecheck::engine
