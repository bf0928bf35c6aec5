// Implements the kernels of softshrink, threshold, celu, logit and sgn.
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/pointwise/unary_forms.h"
#include "engine/backends/functions/activations.h"
#include "engine/backends/functions/exponentials.h"
#include "engine/backends/functions/parts.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/errors/error.h"
#include "spec/operators/activation.h"

namespace modecheck::engine {
namespace backends {
namespace {

Elu celu_with(const c10::Scalar& alpha) {
  MODECHECK_CHECK(alpha.toDouble() != 0, ErrorClass::Argument, "ZeroDivisionError: alpha cannot be 0 for CELU");
  return {alpha, 1, 1 / alpha.toDouble()};
}

Logit logit_within(const c10::optional<double>& eps) {
  MODECHECK_CHECK(!eps.has_value(), ErrorClass::Unsupported, "logit: eps is not supported here; clamp first");
  return {};
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_KERNEL_PURE_WITH(softshrink, (const c10::Scalar& lambd), Softshrink(lambd))
MODECHECK_KERNEL_OUT_WITH(softshrink, (const c10::Scalar& lambd), Softshrink(lambd))
MODECHECK_KERNEL_PURE_WITH(threshold, (const c10::Scalar& threshold, const c10::Scalar& value),
                           Threshold{threshold, value})
MODECHECK_KERNEL_OUT_WITH(threshold, (const c10::Scalar& threshold, const c10::Scalar& value),
                          Threshold{threshold, value})
MODECHECK_KERNEL_PURE_WITH(celu, (const c10::Scalar& alpha), celu_with(alpha))
MODECHECK_KERNEL_IN_PLACE_WITH(celu, (const c10::Scalar& alpha), celu_with(alpha))
MODECHECK_KERNEL_PURE_WITH(logit, (c10::optional<double> eps), logit_within(eps))
MODECHECK_KERNEL_IN_PLACE_WITH(logit, (c10::optional<double> eps), logit_within(eps))
MODECHECK_KERNEL_OUT_WITH(logit, (c10::optional<double> eps), logit_within(eps))
MODECHECK_KERNEL_FORMS(sgn, Sgn{})

// threshold_: elements of `self` may share memory, because applying threshold twice changes nothing.
template <>
void Kernel<operators::threshold_>::call(const at::Tensor& self, const c10::Scalar& threshold,
                                         const c10::Scalar& value) {
  const at::Tensor result = Kernel<operators::threshold>::call(self, threshold, value);
  if (has_bytes(self)) copy_elements(self, result);
}

}  // namespace modecheck::engine
