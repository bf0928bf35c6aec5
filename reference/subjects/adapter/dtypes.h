// The dtypes of programs in the library's terms.
#pragma once

#include MODECHECK_ACCESS_HEADER
#include "spec/dtype.h"

namespace modecheck::subjects {

inline c10::ScalarType to_library(spec::DType dtype) {
  switch (dtype) {
    case spec::DType::Float32:
      return c10::ScalarType::Float;
    case spec::DType::Float64:
      return c10::ScalarType::Double;
    case spec::DType::Int64:
      return c10::ScalarType::Long;
    case spec::DType::Bool:
      return c10::ScalarType::Bool;
  }
  return c10::ScalarType::Undefined;
}

// A dtype that no program asks for is a value of its own, which equals nothing the model says.
inline spec::DType from_library(c10::ScalarType type) {
  switch (type) {
    case c10::ScalarType::Float:
      return spec::DType::Float32;
    case c10::ScalarType::Double:
      return spec::DType::Float64;
    case c10::ScalarType::Long:
      return spec::DType::Int64;
    case c10::ScalarType::Bool:
      return spec::DType::Bool;
    default:
      return static_cast<spec::DType>(spec::kDTypes);
  }
}

}  // namespace modecheck::subjects
