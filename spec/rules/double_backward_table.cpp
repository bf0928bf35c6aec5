#include "spec/rules/double_backward_table.h"

#include <bitset>

#include "spec/program/operation.h"
#include "spec/program/operator_id.h"

namespace modecheck::spec {
namespace {

namespace op = operators;

using Table = std::bitset<kMostOperations>;

template <typename... Rows>
void add(Table& table) {
  (table.set(id_of<Rows>()), ...);
}

Table make_table() {
  Table table;
  add<op::neg, op::neg_, op::add_Tensor, op::add__Tensor, op::add_Scalar, op::add__Scalar, op::sub_Tensor,
      op::sub__Tensor, op::sub_Scalar, op::sub__Scalar, op::rsub_Tensor, op::rsub_Scalar>(table);
  add<op::mul_Tensor, op::mul__Tensor, op::mul_Scalar, op::mul__Scalar, op::div_Tensor, op::div__Tensor, op::div_Scalar,
      op::div__Scalar, op::reciprocal, op::reciprocal_>(table);
  add<op::exp, op::exp_, op::log, op::log_, op::sqrt, op::sqrt_, op::sin, op::sin_, op::cos, op::cos_, op::tanh,
      op::tanh_, op::sigmoid, op::sigmoid_, op::pow_Tensor_Scalar, op::pow__Scalar>(table);
  add<op::exp2, op::exp2_, op::expm1, op::expm1_, op::log2, op::log2_, op::log10, op::log10_, op::log1p, op::log1p_,
      op::rsqrt, op::rsqrt_, op::tan, op::tan_, op::sinh, op::sinh_, op::cosh, op::cosh_, op::atan, op::atan_>(table);
  add<op::abs, op::abs_, op::maximum, op::minimum, op::index_Tensor>(table);
  add<op::relu, op::relu_, op::where_self, op::masked_fill_Scalar, op::masked_fill__Scalar>(table);
  add<op::sum, op::sum_dim_IntList, op::mean, op::mean_dim, op::cumsum, op::cumsum_, op::trace>(table);
  add<op::mm, op::mv, op::dot, op::bmm, op::addmm, op::addmm_, op::addmv, op::addmv_, op::baddbmm, op::baddbmm_>(table);
  add<op::clone, op::_to_copy, op::copy_, op::copy, op::fill__Scalar, op::zero_, op::cat, op::stack, op::repeat,
      op::flip, op::roll, op::tril, op::tril_, op::triu, op::triu_, op::index_select, op::gather>(table);
  add<op::clamp, op::clamp_, op::clamp_min, op::clamp_min_, op::clamp_max, op::clamp_max_, op::hardtanh, op::hardtanh_,
      op::leaky_relu, op::leaky_relu_, op::threshold, op::threshold_, op::fmax, op::fmin, op::lerp_Scalar,
      op::lerp__Scalar>(table);
  add<op::matmul, op::to_dtype, op::fill_Scalar, op::index_add, op::index_add_, op::index_copy, op::index_copy_,
      op::index_fill_int_Scalar, op::index_fill__int_Scalar, op::scatter_src, op::scatter__src, op::scatter_value,
      op::scatter__value, op::scatter_add, op::scatter_add_, op::diag_embed, op::constant_pad_nd, op::slice_scatter,
      op::select_scatter>(table);
  table.set(id_of(Extra::CustomSquare));
  return table;
}

}  // namespace

bool is_twice_differentiable(OperationId operation) {
  static const Table table = make_table();
  return table[operation];
}

}  // namespace modecheck::spec
