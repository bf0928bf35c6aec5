// Implements the kernels of trigonometric and hyperbolic functions.
#include "engine/backends/functions/trigonometry.h"

#include "engine/backends/cpu/pointwise/unary_forms.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_KERNEL_FORMS(sin, Sin{})
MODECHECK_KERNEL_FORMS(cos, Cos{})
MODECHECK_KERNEL_FORMS(tan, Tan{})
MODECHECK_KERNEL_FORMS(asin, Asin{})
MODECHECK_KERNEL_FORMS(acos, Acos{})
MODECHECK_KERNEL_FORMS(atan, Atan{})
MODECHECK_KERNEL_FORMS(sinh, Sinh{})
MODECHECK_KERNEL_FORMS(cosh, Cosh{})
MODECHECK_KERNEL_FORMS(asinh, Asinh{})
MODECHECK_KERNEL_FORMS(acosh, Acosh{})
MODECHECK_KERNEL_FORMS(atanh, Atanh{})

}  // namespace modecheck::engine
