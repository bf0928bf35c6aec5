// Declares how files are read that this library's torch::save wrote before it wrote libtorch's format. The next version
// will not read them any more: load such a file and save it again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::archives {

// Returns whether the bytes begin as a file of the former format does.
bool is_former_format(std::string_view bytes);

// Returns the tensors of the file. Raises an Argument error if the file is not whole.
std::vector<at::Tensor> read_former_format(const std::string& bytes, const std::string& file,
                                           const std::optional<c10::Device>& device);

}  // namespace modecheck::engine::archives
