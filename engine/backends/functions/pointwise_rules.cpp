#include "engine/backends/functions/pointwise_rules.h"

#include "engine/core/errors/error.h"

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

namespace {

// True for integer dtypes, in which the fraction of a clamp bound does not matter.
bool is_whole(c10::ScalarType type) { return c10::isIntegralType(type, false); }

}  // namespace

void check_least(const char* name, const c10::Scalar& least, c10::ScalarType type) {
  if (!is_whole(type)) return check_fits(name, least, type);
  const std::int64_t bound = least.toLong();
  MODECHECK_CHECK(bound < 0 || c10::Scalar(bound).fits(type), ErrorClass::Argument, name, ": the lower bound ", least,
                  " is above every number of ", type);
}

void check_most(const char* name, const c10::Scalar& most, c10::ScalarType type) {
  if (!is_whole(type)) return check_fits(name, most, type);
  const std::int64_t bound = most.toLong();
  MODECHECK_CHECK(bound >= 0 || (type != c10::kByte && c10::Scalar(bound).fits(type)), ErrorClass::Argument, name,
                  ": the upper bound ", most, " is below every number of ", type);
}

}  // namespace modecheck::engine::backends
