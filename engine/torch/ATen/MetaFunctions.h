// at::meta: operators on tensors of any device as they run on Meta, without elements: what a result would look like.
//
//   at::meta::add(a, b).sizes()
#pragma once

#include <utility>
#include <vector>

#include "ATen/ATen.h"

namespace modecheck::engine::detail {

// Tensors lose their elements; everything else stays.
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
MODECHECK_META(abs)
MODECHECK_META(add)
MODECHECK_META(addmm)
MODECHECK_META(amax)
MODECHECK_META(amin)
MODECHECK_META(argmax)
MODECHECK_META(argmin)
MODECHECK_META(bmm)
MODECHECK_META(cat)
MODECHECK_META(cos)
MODECHECK_META(cumsum)
MODECHECK_META(div)
MODECHECK_META(eq)
MODECHECK_META(exp)
MODECHECK_META(gather)
MODECHECK_META(ge)
MODECHECK_META(gelu)
MODECHECK_META(gt)
MODECHECK_META(index_add)
MODECHECK_META(le)
MODECHECK_META(log)
MODECHECK_META(lt)
MODECHECK_META(maximum)
MODECHECK_META(mean)
MODECHECK_META(minimum)
MODECHECK_META(mm)
MODECHECK_META(mul)
MODECHECK_META(ne)
MODECHECK_META(neg)
MODECHECK_META(pow)
MODECHECK_META(prod)
MODECHECK_META(reciprocal)
MODECHECK_META(rsqrt)
MODECHECK_META(scatter)
MODECHECK_META(scatter_add)
MODECHECK_META(scatter_reduce)
MODECHECK_META(sigmoid)
MODECHECK_META(silu)
MODECHECK_META(sin)
MODECHECK_META(sqrt)
MODECHECK_META(sub)
MODECHECK_META(sum)
MODECHECK_META(tanh)
MODECHECK_META(tril)
MODECHECK_META(triu)
#undef MODECHECK_META

}  // namespace meta
}  // namespace modecheck_v1
}  // namespace at
