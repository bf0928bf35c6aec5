#include "spec/dtypes_asked.h"

#include <bitset>

#include "spec/operator_id.h"

namespace modecheck::spec {
namespace {

using namespace operators;  // NOLINT: a list of rows

using OfFourDtypes = List<atan2, atan2_, atan2_out>;

// Of all but the complex ones.
using OfRealDtypes = List<abs_out, silu, silu_, silu_out, isinf, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out>;

// Of all but the complex ones and float16, of which libtorch has no logarithm for the gradient.
using OfWideRealDtypes = List<pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar>;

template <typename... Rows>
std::bitset<kMostOperations> ids_of(List<Rows...> /*names the rows*/) {
  std::bitset<kMostOperations> out;
  (out.set(id_of<Rows>()), ...);
  return out;
}

}  // namespace

bool is_asked_of(OperationId operation, DType dtype) {
  static const std::bitset<kMostOperations> of_four = ids_of(OfFourDtypes{});
  static const std::bitset<kMostOperations> of_real = ids_of(OfRealDtypes{});
  static const std::bitset<kMostOperations> of_wide_real = ids_of(OfWideRealDtypes{});
  switch (dtype) {
    case DType::Float32:
    case DType::Float64:
    case DType::Int64:
    case DType::Bool:
      return true;
    case DType::Float16:
      return !of_four.test(operation) && !of_wide_real.test(operation);
    case DType::Complex64:
    case DType::Complex128:
      return !of_four.test(operation) && !of_wide_real.test(operation) && !of_real.test(operation);
    default:
      return !of_four.test(operation);
  }
}

}  // namespace modecheck::spec
