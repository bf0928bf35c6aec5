// Declares torch::pickle_save and torch::pickle_load, as libtorch has them, and functions for state dicts. They write
// and read the zip files of Python's torch.save and torch.load.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/dispatch/dict.h"

namespace torch {
inline namespace modecheck_v1 {

// Returns the bytes of a file that torch.load and libtorch's pickle_load read. Raises an Argument error for an
// undefined tensor, and Unsupported for values other than tensors, numbers, strings, devices, lists and dictionaries.
std::vector<char> pickle_save(const c10::IValue& ivalue);
// Returns the value in the bytes of a file. A tuple becomes a list. Raises an Argument error that names the entry and
// what is wrong.
c10::IValue pickle_load(const std::vector<char>& data);

using StateDict = c10::Dict<std::string, at::Tensor>;

// Writes the tensors so that torch.load reads them with weights_only=True. Raises an Argument error if the file cannot
// be written whole.
void save_state_dict(const StateDict& state_dict, const std::string& filename);
// Reads what torch.save(module.state_dict(), filename) wrote, in its order. Tensors are of the kind that the thread's
// mode determines (K1), and `device` defaults to the device of each saved tensor. Raises an Argument error if a value
// is no tensor: use pickle_load for nested dictionaries.
StateDict load_state_dict(const std::string& filename, std::optional<c10::Device> device = std::nullopt);

}  // namespace modecheck_v1
}  // namespace torch
