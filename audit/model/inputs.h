// Makes the inputs of a model.
#pragma once

#include <torch/script.h>

#include <vector>

#include "audit/model/request.h"

namespace modecheck::audit {

// Returns the inputs that the request asks for. A file may hold a tensor, or a list or tuple of values. A shape gives
// random numbers between 0 and 1 of a fixed seed, in float32. Throws if the file cannot be read.
std::vector<c10::IValue> inputs_of(const Request& request);

// Returns copies of the inputs, so that a model that writes its input changes no later run. Tensors are cloned, at any
// depth; dictionaries are shared.
std::vector<c10::IValue> copies_of(const std::vector<c10::IValue>& inputs);

}  // namespace modecheck::audit
