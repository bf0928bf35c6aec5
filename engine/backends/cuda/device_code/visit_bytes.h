// Chooses a C++ type by element size, for kernels that only move elements.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// Calls visit(T()) with a type T of the same size as an element of the dtype.
template <typename Visit>
void visit_bytes(c10::ScalarType type, const Visit& visit) {
  switch (c10::elementSize(type)) {
    case 1:
      return visit(std::uint8_t());
    case 2:
      return visit(std::int16_t());
    case 4:
      return visit(std::int32_t());
    case 8:
      return visit(std::int64_t());
    default:
      return visit(c10::complex<double>());
  }
}

// Calls visit(T()) as visit_bytes does, but with T = bool for bool elements. Moving a bool turns a byte other than 0
// and 1 into 1.
template <typename Visit>
void visit_values(c10::ScalarType type, const Visit& visit) {
  if (type == c10::kBool) return visit(bool());
  visit_bytes(type, visit);
}

}  // namespace modecheck::engine::cuda
