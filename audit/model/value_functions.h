// Declares the functions on values for which the engine and libtorch need different code. audit/model/engine and
// audit/model/libtorch define them.
#pragma once

#include <torch/script.h>

#include <string>
#include <utility>
#include <vector>

namespace modecheck::audit {

// Returns a copy that shares nothing with the value. Tensors are cloned, and lists, tuples and dictionaries are copied
// at any depth.
c10::IValue deep_copy(const c10::IValue& value);

// Returns a list of values of any types.
c10::IValue list_of(const std::vector<c10::IValue>& values);

// Returns the inputs with the types that the module's forward declares. Values of a file of torch.save need that:
// libtorch reads a dictionary without the types of its keys and values, and the engine reads a tuple as a list. An
// input that does not fit its type is returned as it is, and forward then says what is wrong.
std::vector<c10::IValue> fitted_to(const torch::jit::Module& module, std::vector<c10::IValue> inputs);

// Returns the attributes of an object of a TorchScript class, with their names.
std::vector<std::pair<std::string, c10::IValue>> attributes_of(const c10::IValue& object);

// Returns a strided tensor of real or complex numbers with the elements of a sparse or quantized one.
at::Tensor dense(const at::Tensor& tensor);

}  // namespace modecheck::audit
