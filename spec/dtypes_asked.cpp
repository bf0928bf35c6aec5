#include "spec/dtypes_asked.h"

#include <bitset>

#include "spec/operator_id.h"

namespace modecheck::spec {
namespace {

using namespace operators;  // NOLINT: a list of rows

using OfFourDtypes = List<
    maximum_out, minimum, minimum_out, fmax, fmax_out, fmin, fmin_out, atan2, atan2_, atan2_out, sub_out, rsub_Tensor,
    add_Scalar, sub_Scalar, sub__Scalar, rsub_Scalar, mul_Scalar, div_Scalar, div__Scalar, pow_Tensor_Scalar,
    pow__Scalar, pow_Tensor_Scalar_out, eq_Tensor_out, eq_Scalar, eq__Scalar, eq_Scalar_out, ne_Tensor, ne__Tensor,
    ne_Tensor_out, ne_Scalar, ne__Scalar, ne_Scalar_out, lt__Tensor, lt_Scalar, lt__Scalar, lt_Scalar_out, le_Tensor,
    le__Tensor, le_Tensor_out, le_Scalar, le__Scalar, le_Scalar_out, gt_Tensor, gt__Tensor, gt_Tensor_out, gt__Scalar,
    gt_Scalar_out, ge_Tensor, ge__Tensor, ge_Tensor_out, ge_Scalar, ge__Scalar, ge_Scalar_out, logical_and,
    logical_and_out, logical_or, logical_or_out, logical_xor, logical_xor_out, bitwise_and_Tensor, bitwise_and__Tensor,
    bitwise_or_Tensor, bitwise_or__Tensor, bitwise_xor_Tensor, bitwise_xor__Tensor, abs_out, sigmoid_out, tanh_out, log,
    log_, log_out, log2, log2_, log2_out, log10, log10_, log10_out, log1p, log1p_, log1p_out, exp2, exp2_, exp2_out,
    expm1, expm1_, expm1_out, sqrt, sqrt_, sqrt_out, rsqrt, rsqrt_, rsqrt_out, sin, sin_, sin_out, cos, cos_, cos_out,
    tan, tan_, tan_out, asin, asin_, asin_out, acos, acos_, acos_out, atan, atan_, atan_out, sinh, sinh_, sinh_out,
    cosh, cosh_, cosh_out, asinh, asinh_out, acosh, acosh_out, atanh, atanh_out, erf, erf_, erf_out, erfc, erfc_,
    erfc_out, reciprocal, reciprocal_, reciprocal_out, sign, sign_, sign_out, floor, floor_, floor_out, ceil, ceil_,
    ceil_out, trunc, trunc_, trunc_out, round, round_, round_out, frac, frac_, frac_out, silu, silu_, silu_out, isnan,
    isinf, logical_not, logical_not_out, bitwise_not, bitwise_not_, gelu, gelu_, gelu_out, elu, elu_out, leaky_relu,
    leaky_relu_out, hardtanh, hardtanh_, hardtanh_out, softplus, softplus_out, clamp, clamp_, clamp_out, clamp_min,
    clamp_min_, clamp_max, clamp_max_, nan_to_num, nan_to_num_, nan_to_num_out, hardsigmoid, hardsigmoid_,
    hardsigmoid_out, mish, mish_, mish_out, hardswish, hardswish_, pow_Tensor_Tensor, pow_Tensor_Tensor_out,
    pow__Tensor, pow_Scalar, fmod_Tensor, fmod__Tensor, fmod_Tensor_out, fmod_Scalar, fmod__Scalar, remainder_Tensor,
    remainder__Tensor, remainder_Tensor_out, remainder_Scalar, remainder__Scalar, div_Tensor_mode, div__Tensor_mode,
    hypot, hypot_, hypot_out, logaddexp, logaddexp_out, lerp_Scalar, lerp__Scalar, lerp_Tensor, lerp__Tensor, addcmul,
    addcmul_, addcdiv, addcdiv_, masked_fill_Tensor, masked_fill__Tensor, fill__Tensor, flip, tril, tril_, triu, triu_,
    mv, dot, bmm, mean, amax_out, amin, amin_out, prod, prod_dim_int, nansum, any, any_dim, all, all_dim, argmax,
    argmin, count_nonzero, cumsum, cumsum_, cumsum_out, logsumexp, var_correction, std_correction, mv_out, dot_out,
    bmm_out, addmv, addmv_, addbmm, baddbmm, baddbmm_, baddbmm_out, index_add, index_add_, index_copy, index_copy_,
    index_fill_int_Scalar, index_fill__int_Scalar, scatter_src, scatter__src, scatter_value, scatter__value,
    scatter_add, scatter_add_, mean_out, prod_int_out, cumprod, cumprod_, cumprod_out, copysign_Tensor,
    copysign__Tensor, copysign_out, xlogy_Tensor, xlogy__Tensor, xlogy_OutTensor, constant_pad_nd>;

template <typename... Rows>
std::bitset<kMostOperations> ids_of(List<Rows...> /*names the rows*/) {
  std::bitset<kMostOperations> out;
  (out.set(id_of<Rows>()), ...);
  return out;
}

}  // namespace

bool is_asked_of(OperationId operation, DType dtype) {
  static const std::bitset<kMostOperations> of_four = ids_of(OfFourDtypes{});
  switch (dtype) {
    case DType::Float32:
    case DType::Float64:
    case DType::Int64:
    case DType::Bool:
      return true;
    default:
      return !of_four.test(operation);
  }
}

}  // namespace modecheck::spec
