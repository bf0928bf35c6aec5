// Implements the kernels of activation functions.
#include "engine/backends/functions/activations.h"

#include <string>
#include <string_view>

#include "engine/backends/cpu/pointwise/unary_forms.h"
#include "engine/core/errors/error.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace backends {
namespace {

Gelu gelu_with(std::string_view approximate) {
  MODECHECK_CHECK(approximate == "none", ErrorClass::Argument, "gelu: approximate='", std::string(approximate),
                  "' is not supported; use 'none'");
  return {};
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_KERNEL_FORMS(silu, Silu{})
MODECHECK_KERNEL_FORMS(hardsigmoid, Hardsigmoid{})
MODECHECK_KERNEL_FORMS(mish, Mish{})
MODECHECK_KERNEL_FORMS(hardswish, Hardswish{})
MODECHECK_KERNEL_PURE_WITH(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_KERNEL_IN_PLACE_WITH(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_KERNEL_OUT_WITH(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_KERNEL_PURE_WITH(elu, (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
                           Elu(alpha, scale, input_scale))
MODECHECK_KERNEL_IN_PLACE_WITH(elu,
                               (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
                               Elu(alpha, scale, input_scale))
MODECHECK_KERNEL_OUT_WITH(elu, (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
                          Elu(alpha, scale, input_scale))
MODECHECK_KERNEL_PURE_WITH(leaky_relu, (const c10::Scalar& negative_slope), LeakyRelu(negative_slope))
MODECHECK_KERNEL_IN_PLACE_WITH(leaky_relu, (const c10::Scalar& negative_slope), LeakyRelu(negative_slope))
MODECHECK_KERNEL_OUT_WITH(leaky_relu, (const c10::Scalar& negative_slope), LeakyRelu(negative_slope))
MODECHECK_KERNEL_IN_PLACE_WITH(hardtanh, (const c10::Scalar& min_val, const c10::Scalar& max_val),
                               Hardtanh{min_val, max_val})
MODECHECK_KERNEL_OUT_WITH(hardtanh, (const c10::Scalar& min_val, const c10::Scalar& max_val),
                          Hardtanh{min_val, max_val})
MODECHECK_KERNEL_PURE_WITH(softplus, (const c10::Scalar& beta, const c10::Scalar& threshold), Softplus(beta, threshold))
MODECHECK_KERNEL_OUT_WITH(softplus, (const c10::Scalar& beta, const c10::Scalar& threshold), Softplus(beta, threshold))

template <>
at::Tensor Kernel<operators::hardtanh>::call(const at::Tensor& self, const c10::Scalar& min_val,
                                             const c10::Scalar& max_val) {
  return made_like("hardtanh", Hardtanh{min_val, max_val}, self, self.scalar_type());
}

}  // namespace modecheck::engine
