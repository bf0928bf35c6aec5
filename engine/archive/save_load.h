// Declares torch::save and torch::load. They write and read libtorch's format: files of libtorch's C++ functions are
// loaded here, and libtorch loads the files that are written here. Files that this library wrote in its former format
// are still loaded.
//
// The archive has each storage once with all its bytes, and each tensor's sizes, strides, offset, dtype, device, and
// whether it requires grad. A loaded tensor is a new leaf of the kind that the thread's mode determines (K1), with
// version 0 or none (V2), without history and gradient. Tensors that shared a storage share one after loading.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/archive/input_archive.h"
#include "engine/archive/output_archive.h"

namespace torch {
inline namespace modecheck_v1 {

// Saves a tensor, a module, or any value with `operator<<(OutputArchive&, const Value&)`. `where` is a
// file's name, a std::ostream, or another argument of OutputArchive::save_to(). Raises an Argument error for an
// undefined tensor, and if not all bytes can be written.
template <typename Value, typename... Where>
void save(const Value& value, Where&&... where) {
  serialize::OutputArchive archive;
  archive << value;
  archive.save_to(std::forward<Where>(where)...);
}

template <typename... Where>
void save(const std::vector<at::Tensor>& tensor_vec, Where&&... where) {
  serialize::OutputArchive archive;
  for (std::size_t i = 0; i < tensor_vec.size(); ++i) archive.write(std::to_string(i), tensor_vec[i]);
  archive.save_to(std::forward<Where>(where)...);
}

// Loads into `value`. `from` is a file's name, a std::istream, or another argument of InputArchive::load_from(); a
// device may follow. A tensor that is defined gets the loaded data by set_data(). Raises an Argument error that names
// the file and what is wrong, and leaves a tensor unchanged.
template <typename Value, typename... From>
void load(Value& value, From&&... from) {
  serialize::InputArchive archive;
  archive.load_from(std::forward<From>(from)...);
  archive >> value;
}

// Appends the loaded tensors to the list.
template <typename... From>
void load(std::vector<at::Tensor>& tensor_vec, From&&... from) {
  serialize::InputArchive archive;
  archive.load_from(std::forward<From>(from)...);
  std::vector<at::Tensor> loaded;
  for (at::Tensor one; archive.try_read(std::to_string(loaded.size()), one); one = at::Tensor()) loaded.push_back(one);
  tensor_vec.insert(tensor_vec.end(), loaded.begin(), loaded.end());
}

}  // namespace modecheck_v1
}  // namespace torch
