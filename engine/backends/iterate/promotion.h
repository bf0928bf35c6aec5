// Type promotion: computes the dtype of a result. Operands fall into three categories, from high to low: tensors with
// dimensions, 0-dim tensors, and numbers. The dtype comes from the highest category, unless a lower category has a
// higher kind of dtype (bool < integer < floating < complex).
#pragma once

#include "engine/core/types/default_dtype.h"
#include "engine/core/types/scalar.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

class Promotion {
 public:
  void add_tensor(c10::ScalarType type, bool has_dimensions) {
    join(has_dimensions ? dimensioned_ : zero_dimensional_, type);
  }
  // Adds a number to the operands. The precision of a number does not matter: a floating number counts as the default
  // dtype.
  void add_number(const c10::Scalar& value) {
    join(number_, value.isComplex()         ? c10::get_default_complex_dtype()
                  : value.isFloatingPoint() ? c10::get_default_dtype()
                                            : value.type());
  }

  c10::ScalarType result() const { return over(dimensioned_, over(zero_dimensional_, number_)); }

 private:
  static void join(c10::ScalarType& category, c10::ScalarType type) {
    category = category == c10::ScalarType::Undefined ? type : c10::promoteTypes(category, type);
  }
  static c10::ScalarType over(c10::ScalarType higher, c10::ScalarType lower) {
    if (higher == c10::ScalarType::Undefined) return lower;
    if (lower == c10::ScalarType::Undefined || c10::isComplexType(higher)) return higher;
    // If the higher category is floating and the lower category is complex, the result is a complex dtype. Its real and
    // imaginary parts have the floating dtype.
    if (c10::isFloatingType(higher)) return c10::isComplexType(lower) ? c10::toComplexType(higher) : higher;
    if (higher == c10::kBool || c10::isDifferentiableType(lower)) return c10::promoteTypes(higher, lower);
    return higher;
  }

  c10::ScalarType dimensioned_ = c10::ScalarType::Undefined;
  c10::ScalarType zero_dimensional_ = c10::ScalarType::Undefined;
  c10::ScalarType number_ = c10::ScalarType::Undefined;
};

}  // namespace modecheck::engine::backends
