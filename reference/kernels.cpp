#include "reference/kernels.h"

#include "reference/kernels_copy.h"
#include "reference/kernels_creation.h"
#include "reference/kernels_joining.h"
#include "reference/kernels_matrix.h"
#include "reference/kernels_pointwise.h"
#include "reference/kernels_reduction.h"

namespace modecheck::reference {
namespace {

namespace op = spec::operators;

struct Table {
  std::array<Kernel, spec::kOperations> kernels{};

  template <typename... Rows>
  constexpr void set(Kernel kernel) {
    ((kernels[spec::id_of<Rows>()] = kernel), ...);
  }
};

constexpr Table make_table() {
  Table table;
  table.set<op::empty_memory_format, op::zeros>(zeros);
  table.set<op::ones>(ones);
  table.set<op::full>(full);
  table.set<op::arange_start_step>(arange);
  table.set<op::rand>(rand);
  table.set<op::neg, op::neg_, op::neg_out>(neg);
  table.set<op::abs, op::abs_>(abs);
  table.set<op::exp, op::exp_, op::exp_out>(exp);
  table.set<op::relu, op::relu_>(relu);
  table.set<op::sigmoid, op::sigmoid_>(sigmoid);
  table.set<op::tanh, op::tanh_>(tanh);
  table.set<op::add_Tensor, op::add__Tensor, op::add_out>(add);
  table.set<op::add__Scalar>(add_scalar);
  table.set<op::sub_Tensor, op::sub__Tensor>(sub);
  table.set<op::mul_Tensor, op::mul__Tensor, op::mul_out>(mul);
  table.set<op::mul__Scalar>(mul_scalar);
  table.set<op::div_Tensor, op::div__Tensor, op::div_out>(div);
  table.set<op::maximum>(maximum);
  table.set<op::where_self>(where);
  table.set<op::eq_Tensor, op::eq__Tensor>(eq);
  table.set<op::lt_Tensor, op::lt_Tensor_out>(lt);
  table.set<op::gt_Scalar>(gt_scalar);
  table.set<op::sum>(sum);
  table.set<op::sum_dim_IntList, op::sum_IntList_out>(sum_dim);
  table.set<op::mean_dim>(mean_dim);
  table.set<op::amax>(amax);
  table.set<op::_softmax, op::softmax_int>(softmax);
  table.set<op::mm, op::mm_out, op::matmul>(matmul);
  table.set<op::addmm, op::addmm_>(addmm);
  table.set<op::cat, op::cat_out>(cat);
  table.set<op::stack>(stack);
  table.set<op::index_select, op::index_select_out>(index_select);
  table.set<op::gather>(gather);
  table.set<op::masked_fill_Scalar, op::masked_fill__Scalar>(masked_fill);
  table.set<op::clone, op::contiguous, op::to_dtype, op::_to_copy, op::reshape>(copy);
  table.set<op::copy_>(copy_into);
  table.set<op::zero_>(zeros);
  table.set<op::fill__Scalar>(fill);
  return table;
}

constexpr Table kTable = make_table();

}  // namespace

Kernel kernel_of(spec::OperationId operation) { return kTable.kernels[operation]; }

}  // namespace modecheck::reference
