#include "spec/dtypes_asked.h"

#include <bitset>

#include "spec/operator_id.h"

namespace modecheck::spec {
namespace {

using namespace operators;  // NOLINT: lists of rows

// Not of complex numbers.
using NotOfComplex = List<abs_out, silu, silu_, silu_out, isinf, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out,
                          pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar>;

// Not of float16, of which libtorch has no logarithm for the gradient.
using NotOfHalf = List<pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar>;

// Not of integers shorter than int64: for the gradient libtorch squares them in their own dtype, which wraps.
using NotOfShortIntegers = List<atan2, atan2_, atan2_out>;

template <typename... Rows>
std::bitset<kMostOperations> ids_of(List<Rows...> /*names the rows*/) {
  std::bitset<kMostOperations> out;
  (out.set(id_of<Rows>()), ...);
  return out;
}

}  // namespace

bool is_asked_of(OperationId operation, DType dtype) {
  static const std::bitset<kMostOperations> not_of_complex = ids_of(NotOfComplex{});
  static const std::bitset<kMostOperations> not_of_half = ids_of(NotOfHalf{});
  static const std::bitset<kMostOperations> not_of_short_integers = ids_of(NotOfShortIntegers{});
  switch (dtype) {
    case DType::Float32:
    case DType::Float64:
    case DType::Int64:
    case DType::Bool:
    case DType::BFloat16:
      return true;
    case DType::UInt8:
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
      return !not_of_short_integers.test(operation);
    case DType::Float16:
      return !not_of_half.test(operation);
    case DType::Complex64:
    case DType::Complex128:
      return !not_of_complex.test(operation);
  }
  return true;
}

}  // namespace modecheck::spec
