// The element functions of the trigonometric and hyperbolic operators, such as sin and sinh, and of their inverses.
#pragma once

#include <cmath>

#include "engine/backends/functions/of_reals.h"
#include "engine/backends/functions/wide_complex.h"

namespace modecheck::engine::backends {

MODECHECK_OF_ALL_NUMBERS(Sin, sin)
MODECHECK_OF_ALL_NUMBERS(Cos, cos)
MODECHECK_OF_ALL_NUMBERS(Tan, tan)
MODECHECK_OF_ALL_NUMBERS(Asin, asin)
MODECHECK_OF_ALL_NUMBERS(Acos, acos)
MODECHECK_OF_ALL_NUMBERS(Atan, atan)
MODECHECK_OF_ALL_NUMBERS(Sinh, sinh)
MODECHECK_OF_ALL_NUMBERS(Cosh, cosh)
MODECHECK_OF_ALL_NUMBERS(Asinh, asinh)
MODECHECK_OF_ALL_NUMBERS(Acosh, acosh)
MODECHECK_OF_ALL_NUMBERS(Atanh, atanh)

}  // namespace modecheck::engine::backends
