// torch::save and torch::load of tensors. The format is this library's own: libtorch's archives are not read, and it
// does not read these.
//
// What is kept: the whole storage, sizes, strides, offset, dtype, device, and whether the tensor requires grad. What is
// loaded is a fresh leaf, of the kind that the thread's mode makes (K1). It shares its storage with nobody, has version
// 0 or none (V2), no history and no gradient.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {

// Raises for an undefined tensor, and if the stream or the file does not take it all.
void save(const at::Tensor& value, std::ostream& stream);
void save(const at::Tensor& value, const std::string& filename);
void save(const std::vector<at::Tensor>& tensor_vec, std::ostream& stream);
void save(const std::vector<at::Tensor>& tensor_vec, const std::string& filename);

// Into a tensor that is defined it goes by set_data. `device`: where it is put, if not where it was saved from. Raises
// for what `save` has not written whole, and changes nothing then.
void load(at::Tensor& value, std::istream& stream, std::optional<c10::Device> device = std::nullopt);
void load(at::Tensor& value, const std::string& filename, std::optional<c10::Device> device = std::nullopt);
// Appends to the list.
void load(std::vector<at::Tensor>& tensor_vec, std::istream& stream, std::optional<c10::Device> device = std::nullopt);
void load(std::vector<at::Tensor>& tensor_vec, const std::string& filename,
          std::optional<c10::Device> device = std::nullopt);

}  // namespace modecheck_v1
}  // namespace torch
