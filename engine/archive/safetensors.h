// Declares functions that read and write safetensors files: a header of JSON, then the bytes of the tensors. The format
// has neither strides nor shared storages, so every tensor is contiguous and has a storage of its own.
#pragma once

#include <optional>
#include <string>

#include "engine/archive/pickle_functions.h"

namespace torch {
inline namespace modecheck_v1 {

// Writes the tensors. Raises an Argument error for an undefined or a Meta tensor, for complex128, which the format
// lacks, and if the file cannot be written whole.
void save_safetensors(const StateDict& tensors, const std::string& filename);

// Reads the tensors of a file, in the header's order. They are of the kind that the thread's mode determines (K1), and
// on `device`, by default the CPU. Raises an Argument error that names the file, the tensor, and what is wrong: a
// header beyond the file or beyond 16 MiB, JSON that is damaged or has a key twice, an unknown dtype, offsets beyond
// the file, gaps and overlaps between tensors, a size that does not fit the offsets.
StateDict load_safetensors(const std::string& filename, std::optional<c10::Device> device = std::nullopt);
// Reads the tensors in the bytes of a file, which `filename` names in errors.
StateDict read_safetensors(const std::string& bytes, const std::string& filename,
                           std::optional<c10::Device> device = std::nullopt);

}  // namespace modecheck_v1
}  // namespace torch
