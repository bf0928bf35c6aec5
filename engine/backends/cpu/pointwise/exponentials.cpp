// Implements the kernels of logarithms, exponentials, roots and the error function.
#include "engine/backends/functions/exponentials.h"

#include "engine/backends/cpu/pointwise/unary_forms.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_KERNEL_FORMS(log, Log{})
MODECHECK_KERNEL_FORMS(log2, Log2{})
MODECHECK_KERNEL_FORMS(log10, Log10{})
MODECHECK_KERNEL_FORMS(log1p, Log1p{})
MODECHECK_KERNEL_FORMS(exp2, Exp2{})
MODECHECK_KERNEL_FORMS(expm1, Expm1{})
MODECHECK_KERNEL_FORMS(sqrt, Sqrt{})
MODECHECK_KERNEL_FORMS(rsqrt, Rsqrt{})
MODECHECK_KERNEL_FORMS(erf, Erf{})
MODECHECK_KERNEL_FORMS(erfc, Erfc{})
MODECHECK_KERNEL_FORMS(reciprocal, Reciprocal{})

}  // namespace modecheck::engine
