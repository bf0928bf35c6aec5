// The data of a saved tensor that stays in the graph while pack hooks keep the tensor itself.
#pragma once

#include <memory>

#include "engine/autograd/saved/saved_variable_hooks.h"
#include "engine/core/tensor/version_counter.h"

namespace modecheck::engine {

struct PackedTensor {
  std::unique_ptr<torch::autograd::SavedVariableHooks> hooks;
  // The version counter of the packed tensor. If the unpack hook returns the same memory, the version is checked (rule
  // S2).
  c10::intrusive_ptr<VersionCounter> counter;
  // The argument of the pack hook, until the hook has run.
  at::Tensor argument;
};

}  // namespace modecheck::engine
