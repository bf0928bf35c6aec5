// Finds the tensors in what a model returns and in what a model holds.
#pragma once

#include <torch/script.h>

#include <string>
#include <utility>
#include <vector>

namespace modecheck::audit {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

// Returns the defined tensors of a value, in order: of a tensor itself, and of lists, tuples and dictionaries at any
// depth. The names are the places within the value, such as "[0]['mask']".
NamedTensors tensors_of(const c10::IValue& value);

// Returns the tensors that the module and its submodules hold: parameters, buffers and other attributes, and the
// tensors in attributes that are lists, tuples or dictionaries. The names are paths, such as "layer1.cache['keys']".
NamedTensors tensors_held_by(const torch::jit::Module& module);

}  // namespace modecheck::audit
