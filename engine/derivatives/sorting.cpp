// Defines the derivatives and dispatch tables of operators that sort or find extremes along a dimension.
#include "spec/operators/sorting.h"

#include "engine/derivatives/gradient.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/reduction.h"
#include "spec/operators/selection.h"

namespace modecheck::engine {
using namespace formula;  // NOLINT: formulas read like arithmetic

// sort and topk return values that were taken from elements of the argument. Each element gets the gradient of its
// value.
MODECHECK_GRADIENT(SortBackward0, (sort), result1, self_sizes, wrapped_dim) {
  // A tensor without dimensions has only one element, whose position sorting does not change.
  if (self_sizes.empty()) return g;
  return scatter_added(self_sizes, wrapped_dim, result1, g);
}
MODECHECK_GRADIENT_OF(SortBackward0, SortBackward1, sort_stable)
MODECHECK_GRADIENT_OF(SortBackward0, TopkBackward0, topk)

// kthvalue, and max, min and median along a dimension, return one value along the dimension, which is removed unless
// `keepdim` is set. The element from which the value was taken gets the value's gradient.
MODECHECK_GRADIENT(KthvalueBackward0, (kthvalue), result1, self_sizes, wrapped_dim, keepdim) {
  if (self_sizes.empty()) return g;
  const auto restored = [&](const at::Tensor& reduced) {
    return keepdim ? reduced : call<operators::unsqueeze>(reduced, wrapped_dim);
  };
  return scatter_added(self_sizes, wrapped_dim, restored(result1), restored(g));
}
MODECHECK_GRADIENT_OF(KthvalueBackward0, MaxBackward0, max_dim)
MODECHECK_GRADIENT_OF(KthvalueBackward0, MinBackward0, min_dim)
MODECHECK_GRADIENT_OF(KthvalueBackward0, MedianBackward1, median_dim)

// cummax and cummin save their argument too, as in libtorch, so that backward raises after a later write to it.
MODECHECK_GRADIENTS(CummaxBackward0, (cummax), self, result1, self_sizes, wrapped_dim) {
  if (b.needs(0)) b.out(0) = self_sizes.empty() ? g : scatter_added(self_sizes, wrapped_dim, b.get(result1), g);
}
MODECHECK_GRADIENT_OF(CummaxBackward0, CumminBackward0, cummin)

MODECHECK_GRADIENTS(Unique2Backward0, (_unique2)) {
  if (!b.needs(0)) return;
  raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_unique2' is not implemented; detach its input");
}

MODECHECK_REGISTER(sort_values_stable, sort_values, topk_values, kthvalue_values, max_dim_max, min_dim_min,
                   median_dim_values, cummax_out, cummin_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(searchsorted_Tensor, bucketize_Tensor, searchsorted_Scalar, bucketize_Scalar)

}  // namespace modecheck::engine
