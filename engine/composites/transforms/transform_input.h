// Prepares the arguments of Fourier transforms: converts the dtype, and maps the name of the normalisation to a number.
#pragma once

#include <string_view>

#include "engine/core/errors/error.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/types/default_dtype.h"

namespace modecheck::engine {

// Converts integers and bools to the default dtype and, if `complex` is set, real to complex numbers. Raises for dtypes
// that have no transforms.
inline at::Tensor transformable(const char* name, const at::Tensor& self, bool complex) {
  c10::ScalarType type = self.scalar_type();
  if (!c10::isDifferentiableType(type)) type = c10::get_default_dtype_as_scalartype();
  MODECHECK_CHECK(c10::isComplexType(type) || type == c10::kFloat || type == c10::kDouble, ErrorClass::Dtype, name,
                  ": Unsupported dtype ", type);
  if (complex && type == c10::kFloat) type = c10::kComplexFloat;
  if (complex && type == c10::kDouble) type = c10::kComplexDouble;
  return self.to(type);
}

// Returns the kernels' code for a normalisation: 0 for none, 1 for a division by the root of n, 2 for a division by n.
// Here n is the number of elements. Raises for an unknown name.
inline std::int64_t normalization_of(const char* name, c10::optional<std::string_view> norm, bool forward) {
  const std::string_view mode = norm.value_or("backward");
  if (mode == "backward") return forward ? 0 : 2;
  if (mode == "forward") return forward ? 2 : 0;
  MODECHECK_CHECK(mode == "ortho", ErrorClass::Argument, name, ": Invalid normalization mode: \"", mode,
                  "\"; expected \"backward\", \"ortho\" or \"forward\"");
  return 1;
}

}  // namespace modecheck::engine
