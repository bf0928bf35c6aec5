// Finds the tensors in what a model returns and in what a model holds.
#pragma once

#include <torch/script.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace modecheck::audit {

// Tensors with the places where they stand.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

// Returns the defined tensors of a value, in order: of a tensor itself, and of lists, tuples and dictionaries at any
// depth. The names are the places within the value, such as "[0]['mask']".
NamedTensors tensors_of(const c10::IValue& value);

// Returns the rest of a value as JSON: its lists, tuples and dictionaries, integers, bools and texts. A place of a
// tensor holds "tensor", and a floating-point number is appended to `numbers`.
nlohmann::json frame_of(const c10::IValue& value, std::vector<double>& numbers);

// Returns the tensors that the module and its submodules hold: parameters, buffers and other attributes, and the
// tensors in attributes that are lists, tuples, dictionaries or objects of TorchScript classes. The names are paths,
// such as "layer1.cache['keys']".
NamedTensors tensors_held_by(const torch::jit::Module& module);

}  // namespace modecheck::audit
