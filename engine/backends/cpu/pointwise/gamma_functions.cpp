// Implements the kernels of lgamma, digamma and polygamma.
#include "engine/backends/cpu/pointwise/unary_forms.h"
#include "engine/backends/functions/gamma.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_KERNEL_FORMS(lgamma, LogGamma())
MODECHECK_KERNEL_FORMS(digamma, Digamma())

template <>
at::Tensor Kernel<operators::polygamma>::call(std::int64_t n, const at::Tensor& self) {
  MODECHECK_CHECK(n >= 0 && n <= 100, ErrorClass::Argument, "polygamma(n, x): only n of 0 to 100 is supported, not ",
                  n);
  const Polygamma function(n);
  function.check("polygamma", self.scalar_type());
  return pointwise("polygamma", function, self);
}

}  // namespace modecheck::engine
