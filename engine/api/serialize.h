// torch::save and torch::load for tensors. The format is this library's own: neither library reads the other's files.
//
// A file contains the whole storage, sizes, strides, offset, dtype, device, and whether the tensor requires grad. A
// loaded tensor is a new leaf of the kind that the thread's mode determines (K1). It has its own storage, version 0 or
// none (V2), no history and no gradient.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {

// Raises for an undefined tensor, and if the stream or the file cannot be written completely.
void save(const at::Tensor& value, std::ostream& stream);
void save(const at::Tensor& value, const std::string& filename);
void save(const std::vector<at::Tensor>& tensor_vec, std::ostream& stream);
void save(const std::vector<at::Tensor>& tensor_vec, const std::string& filename);

// Loads into `value`, by set_data if `value` is defined. `device` defaults to the device of the saved tensor. Raises if
// `save` has not written the stream or file completely; `value` then stays unchanged.
void load(at::Tensor& value, std::istream& stream, std::optional<c10::Device> device = std::nullopt);
void load(at::Tensor& value, const std::string& filename, std::optional<c10::Device> device = std::nullopt);
// Appends the loaded tensors to the list.
void load(std::vector<at::Tensor>& tensor_vec, std::istream& stream, std::optional<c10::Device> device = std::nullopt);
void load(std::vector<at::Tensor>& tensor_vec, const std::string& filename,
          std::optional<c10::Device> device = std::nullopt);

}  // namespace modecheck_v1
}  // namespace torch
