// Foreach operators in at::. Each of them applies an operator to every tensor of a list, under the same rules; the
// results are as differentiable as the operator's. An in-place foreach operator is rejected as a whole: if one tensor
// may not be written, no tensor is written. All foreach operators raise for lists of different lengths and for empty
// lists.
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

#define MODECHECK_FOREACH(name)                         \
  std::vector<Tensor> _foreach_##name(TensorList self); \
  void _foreach_##name##_(TensorList self);
MODECHECK_FOREACH(abs)
MODECHECK_FOREACH(acos)
MODECHECK_FOREACH(asin)
MODECHECK_FOREACH(atan)
MODECHECK_FOREACH(ceil)
MODECHECK_FOREACH(cos)
MODECHECK_FOREACH(cosh)
MODECHECK_FOREACH(erf)
MODECHECK_FOREACH(erfc)
MODECHECK_FOREACH(exp)
MODECHECK_FOREACH(expm1)
MODECHECK_FOREACH(floor)
MODECHECK_FOREACH(frac)
MODECHECK_FOREACH(log)
MODECHECK_FOREACH(log10)
MODECHECK_FOREACH(log1p)
MODECHECK_FOREACH(log2)
MODECHECK_FOREACH(neg)
MODECHECK_FOREACH(reciprocal)
MODECHECK_FOREACH(round)
MODECHECK_FOREACH(sigmoid)
MODECHECK_FOREACH(sin)
MODECHECK_FOREACH(sinh)
MODECHECK_FOREACH(sqrt)
MODECHECK_FOREACH(tan)
MODECHECK_FOREACH(tanh)
MODECHECK_FOREACH(trunc)
MODECHECK_FOREACH(zero)
#undef MODECHECK_FOREACH

// The other operand is one number for all tensors, one number for each tensor, or one tensor for each tensor.
#define MODECHECK_FOREACH(name)                                                             \
  std::vector<Tensor> _foreach_##name(TensorList self, const c10::Scalar& scalar);          \
  void _foreach_##name##_(TensorList self, const c10::Scalar& scalar);                      \
  std::vector<Tensor> _foreach_##name(TensorList self, c10::ArrayRef<c10::Scalar> scalars); \
  void _foreach_##name##_(TensorList self, c10::ArrayRef<c10::Scalar> scalars);
MODECHECK_FOREACH(add)
MODECHECK_FOREACH(sub)
MODECHECK_FOREACH(mul)
MODECHECK_FOREACH(div)
#undef MODECHECK_FOREACH
std::vector<Tensor> _foreach_add(TensorList self, TensorList other, const c10::Scalar& alpha = 1);
void _foreach_add_(TensorList self, TensorList other, const c10::Scalar& alpha = 1);
std::vector<Tensor> _foreach_sub(TensorList self, TensorList other, const c10::Scalar& alpha = 1);
void _foreach_sub_(TensorList self, TensorList other, const c10::Scalar& alpha = 1);
std::vector<Tensor> _foreach_mul(TensorList self, TensorList other);
void _foreach_mul_(TensorList self, TensorList other);
std::vector<Tensor> _foreach_div(TensorList self, TensorList other);
void _foreach_div_(TensorList self, TensorList other);
std::vector<Tensor> _foreach_maximum(TensorList self, TensorList other);
void _foreach_maximum_(TensorList self, TensorList other);
std::vector<Tensor> _foreach_minimum(TensorList self, TensorList other);
void _foreach_minimum_(TensorList self, TensorList other);

// addcmul computes self + value * tensor1 * tensor2 for each position of the lists, and addcdiv computes self + value *
// tensor1 / tensor2.
#define MODECHECK_FOREACH(name)                                                                                   \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList tensor1, TensorList tensor2,                    \
                                      const c10::Scalar& value = 1);                                              \
  void _foreach_##name##_(TensorList self, TensorList tensor1, TensorList tensor2, const c10::Scalar& value = 1); \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList tensor1, TensorList tensor2,                    \
                                      c10::ArrayRef<c10::Scalar> scalars);                                        \
  void _foreach_##name##_(TensorList self, TensorList tensor1, TensorList tensor2, c10::ArrayRef<c10::Scalar> scalars);
MODECHECK_FOREACH(addcmul)
MODECHECK_FOREACH(addcdiv)
#undef MODECHECK_FOREACH

}  // namespace modecheck_v1
}  // namespace at
