// `~`, `&`, `|` and `^` of bool tensors, which broadcast; the results are bool. For other dtypes they would be
// operations on bits, which are not built: those raise (Unsupported).
#pragma once

#include "engine/core/tensor.h"

namespace at {
inline namespace modecheck_v1 {
namespace logic {

Tensor negation(const Tensor& a);
Tensor conjunction(const Tensor& a, const Tensor& b);
Tensor disjunction(const Tensor& a, const Tensor& b);
Tensor difference(const Tensor& a, const Tensor& b);

}  // namespace logic
}  // namespace modecheck_v1
}  // namespace at
