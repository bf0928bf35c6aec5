// Defines at::meta: operators that return Meta tensors, which have the sizes, strides and dtype of the result and no
// elements. The arguments may be on any device.
//
//   at::meta::add(a, b).sizes()
#pragma once

#include <utility>
#include <vector>

#include "ATen/ATen.h"

namespace modecheck::engine::detail {

// Returns Meta tensors without elements that have the sizes, strides and dtypes of the arguments.
inline at::Tensor without_elements(const at::Tensor& tensor) {
  return !tensor.defined() || tensor.is_meta() ? tensor : tensor.to(c10::kMeta);
}
inline std::vector<at::Tensor> without_elements(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> out;
  for (const at::Tensor& tensor : tensors) out.push_back(without_elements(tensor));
  return out;
}
template <typename T>
const T& without_elements(const T& value) {
  return value;
}

}  // namespace modecheck::engine::detail

namespace at {
inline namespace modecheck_v1 {
namespace meta {

#define MODECHECK_META(name)                                                    \
  template <typename... Arguments>                                              \
  auto name(const Arguments&... arguments) {                                    \
    return at::name(modecheck::engine::detail::without_elements(arguments)...); \
  }
#include "engine/api/generated/meta_functions.inc"
#undef MODECHECK_META

}  // namespace meta
}  // namespace modecheck_v1
}  // namespace at
