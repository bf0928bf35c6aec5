// Packs several tensors into one tensor of one dimension, and unpacks that tensor.
#pragma once

#include <vector>

#include "ATen/ATen.h"

namespace torch {
inline namespace modecheck_v1 {
namespace utils {

// Returns a tensor of one dimension with the elements of all tensors, one tensor after the other. at::cat joins them,
// so different dtypes are promoted. Raises as at::cat does, for example if the list is empty.
inline at::Tensor flatten_dense_tensors(at::TensorList tensors) {
  std::vector<at::Tensor> flat;
  flat.reserve(tensors.size());
  for (const at::Tensor& tensor : tensors) flat.push_back(tensor.contiguous().view({-1}));
  return at::cat(flat);
}

// Returns views of `flat`, a tensor of one dimension, with the sizes of `tensors`. For a tensor without elements the
// result is a new tensor, so that resizing it does not reach into the other results. Raises if `flat` has too few
// elements.
inline std::vector<at::Tensor> unflatten_dense_tensors(const at::Tensor& flat, at::TensorList tensors) {
  std::vector<at::Tensor> out;
  out.reserve(tensors.size());
  std::int64_t offset = 0;
  for (const at::Tensor& tensor : tensors) {
    const std::int64_t count = tensor.numel();
    out.push_back(count == 0 ? at::empty(tensor.sizes(), flat.options())
                             : flat.narrow(0, offset, count).view(tensor.sizes()));
    offset += count;
  }
  return out;
}

}  // namespace utils
}  // namespace modecheck_v1
}  // namespace torch
