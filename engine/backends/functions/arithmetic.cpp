#include "engine/backends/functions/arithmetic.h"

namespace modecheck::engine::backends {

void check_alpha(const char* name, const c10::Scalar& alpha, c10::ScalarType computed) {
  MODECHECK_CHECK(!alpha.isBoolean() || computed == c10::kBool, ErrorClass::Argument, name,
                  ": Boolean alpha only supported for Boolean results; use a number instead of ", alpha);
  MODECHECK_CHECK(!alpha.isFloatingPoint() || c10::isDifferentiableType(computed), ErrorClass::Argument, name,
                  ": For integral input tensors, argument alpha must not be a floating point number, but it is ",
                  alpha);
  MODECHECK_CHECK(!alpha.isComplex() || c10::isComplexType(computed), ErrorClass::Argument, name,
                  ": For non-complex input tensors, argument alpha must not be a complex number, but it is ", alpha);
  check_fits(name, alpha, computed);
}

}  // namespace modecheck::engine::backends
