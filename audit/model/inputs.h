// Makes the inputs of a model.
#pragma once

#include <torch/script.h>

#include <string>
#include <vector>

#include "audit/model/request.h"

namespace modecheck::audit {

// Returns the inputs that the request asks for. A file may hold a tensor, or a list or tuple of values. A shape gives
// random numbers between 0 and 1 of a fixed seed, in float32. Throws if the file cannot be read.
std::vector<c10::IValue> inputs_of(const Request& request);

// Writes the inputs to the file as libtorch's pickle_save does, so that every library can read them: libtorch 1.13
// cannot read all that Python's torch.save writes. Throws if the inputs cannot be written.
void save_inputs(const std::vector<c10::IValue>& inputs, const std::string& file);

// Returns copies of the inputs, so that a model that writes its inputs changes no later run.
std::vector<c10::IValue> copies_of(const std::vector<c10::IValue>& inputs);

}  // namespace modecheck::audit
