#include "engine/composites/distance_functions.h"

#include "engine/api/generated/functions.h"
#include "engine/composites/composition.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "spec/operators/distance.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

Tensor cdist(const Tensor& x1, const Tensor& x2, double p, c10::optional<std::int64_t> compute_mode) {
  return _cdist_forward(x1, x2, p, compute_mode);
}

Tensor pdist(const Tensor& self, double p) {
  sizes_as_numbers("pdist", self);
  MODECHECK_CHECK(self.dim() == 2, ErrorClass::Shape, "pdist: expected a matrix, but its sizes are ", self.sizes());
  MODECHECK_CHECK(c10::isFloatingType(self.scalar_type()), ErrorClass::Dtype,
                  "pdist: only floating-point dtypes are supported, but got ", self.scalar_type());
  MODECHECK_CHECK(p >= 0, ErrorClass::Argument, "pdist: expected a norm of an order that is not negative, but got ", p);
  return as_a_whole([&] { return _pdist_forward(self.contiguous(), p); });
}

Tensor _cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist) {
  return call<operators::_cdist_backward>(grad, x1, x2, p, cdist);
}

Tensor _pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  return call<operators::_pdist_backward>(grad, self, p, pdist);
}

}  // namespace modecheck_v1
}  // namespace at
