// The argument types that a schema can name.
#pragma once

#include <cstdint>

namespace modecheck::spec::operators {

// `SymInt` is read as `Int`: nothing here is symbolic, only the text is kept as libtorch writes it.
enum class Type : std::uint8_t {
  Tensor,
  OptionalTensor,
  TensorList,
  OptionalTensorList,  // Tensor?[]: a list of tensors that may be absent
  Int,
  OptionalInt,
  IntList,
  OptionalIntList,
  Scalar,
  OptionalScalar,
  Float,
  OptionalFloat,
  OptionalFloatList,
  String,
  OptionalString,
  Bool,
  OptionalBool,
  ScalarType,
  OptionalScalarType,
  OptionalLayout,
  OptionalDevice,
  MemoryFormat,
  OptionalMemoryFormat,
  OptionalGenerator,
};

}  // namespace modecheck::spec::operators
