// What stays in the graph of a saved tensor that hooks keep.
#pragma once

#include <memory>

#include "engine/autograd/saved/saved_variable_hooks.h"
#include "engine/core/tensor/version_counter.h"

namespace modecheck::engine {

struct PackedTensor {
  std::unique_ptr<torch::autograd::SavedVariableHooks> hooks;
  // The counter of what was packed: what comes back may be that very memory (S2).
  c10::intrusive_ptr<VersionCounter> counter;
};

}  // namespace modecheck::engine
