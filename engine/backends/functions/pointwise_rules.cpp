#include "engine/backends/functions/pointwise_rules.h"

#include "engine/core/error.h"

namespace modecheck::engine::backends {

void check_dtype(const char* name, const PointwiseRules& rules, c10::ScalarType type) {
  MODECHECK_CHECK(rules.complex_numbers || !c10::isComplexType(type), ErrorClass::Dtype, name, ": not implemented for ",
                  type, ", whose numbers have no order; take a part of them");
  MODECHECK_CHECK(rules.half || type != c10::kHalf, ErrorClass::Dtype, name,
                  ": not implemented for Half; convert the tensor to Float or BFloat16");
}

void check_fits(const char* name, const c10::Scalar& value, c10::ScalarType type) {
  MODECHECK_CHECK(value.fits(type), ErrorClass::Overflow, name, ": value cannot be converted to type ", type,
                  " without overflow: ", value);
}

}  // namespace modecheck::engine::backends
