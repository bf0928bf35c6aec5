// The types that arguments in a schema can have.
#pragma once

#include <cstdint>

namespace modecheck::spec::operators {

// The types of arguments. `SymInt` is parsed as `Int`, because the harness has no symbolic sizes. The schema's text
// keeps libtorch's spelling.
enum class Type : std::uint8_t {
  Tensor,
  OptionalTensor,
  TensorList,
  OptionalTensorList,  // Tensor?[], a list of tensors that may be absent
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
