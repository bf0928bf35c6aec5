// Functions that reject dtypes on which a unary operator is not defined.
#pragma once

#include "engine/core/errors/error.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

inline void require_floating(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert the tensor to a floating dtype");
}
inline void reject_bool(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                  ": not implemented for Bool; convert the tensor to an integer or floating dtype");
}

}  // namespace modecheck::engine::backends
