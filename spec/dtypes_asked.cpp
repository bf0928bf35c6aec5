#include "spec/dtypes_asked.h"

#include <bitset>

#include "spec/operator_id.h"

namespace modecheck::spec {
namespace {

using namespace operators;  // NOLINT: a list of rows

using OfFourDtypes = List<atan2, atan2_, atan2_out, pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar>;

// Of all but the complex ones.
using OfRealDtypes = List<abs_out, silu, silu_, silu_out, isinf, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out>;

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
  switch (dtype) {
    case DType::Float32:
    case DType::Float64:
    case DType::Int64:
    case DType::Bool:
      return true;
    default:
      return !of_four.test(operation) && !(is_complex(dtype) && of_real.test(operation));
  }
}

}  // namespace modecheck::spec
