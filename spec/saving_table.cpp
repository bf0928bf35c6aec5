#include "spec/saving_table.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

constexpr DerivativeFacts saves_nothing{};
constexpr DerivativeFacts not_differentiable{false, 0, false, {}, -1};
constexpr DerivativeFacts saves_result{true, 0, true, {}, -1};
constexpr DerivativeFacts saves(SavedInput a) { return {true, 1, false, {a, SavedInput{}}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b) { return {true, 2, false, {a, b}, -1}; }

// A mask that is not boolean is rejected in the end, but what Autograd checks before that does not count it (L).
constexpr DerivativeFacts saves_mask{true, 1, false, {SavedInput{1}, SavedInput{}}, 1};
constexpr DerivativeFacts each_for_the_other = saves({1, 0}, {0, 1});

struct Row {
  OperationId operation;
  DerivativeFacts facts;
};

// Every operator that is not here saves nothing.
constexpr std::array kRows{
    Row{id_of<ops::abs>(), saves({0})},
    Row{id_of<ops::abs_>(), saves({0})},
    Row{id_of<ops::exp>(), saves_result},
    Row{id_of<ops::exp_>(), saves_result},
    Row{id_of<ops::relu>(), saves_result},
    Row{id_of<ops::relu_>(), saves_result},
    Row{id_of<ops::sigmoid>(), saves_result},
    Row{id_of<ops::sigmoid_>(), saves_result},
    Row{id_of<ops::tanh>(), saves_result},
    Row{id_of<ops::tanh_>(), saves_result},
    Row{id_of<ops::mul_Tensor>(), each_for_the_other},
    Row{id_of<ops::mul__Tensor>(), each_for_the_other},
    Row{id_of<ops::div_Tensor>(), saves({1}, {0, 1})},
    Row{id_of<ops::div__Tensor>(), saves({1}, {0, 1})},
    Row{id_of<ops::maximum>(), saves({0}, {1})},
    Row{id_of<ops::where_self>(), saves({0})},
    Row{id_of<ops::masked_fill_Scalar>(), saves_mask},
    Row{id_of<ops::masked_fill__Scalar>(), saves_mask},
    Row{id_of<ops::index_select>(), saves({1})},
    Row{id_of<ops::gather>(), DerivativeFacts{true, 2, false, {SavedInput{0}, SavedInput{1}}, 1}},
    Row{id_of<ops::amax>(), DerivativeFacts{true, 1, true, {SavedInput{0}, SavedInput{}}, -1}},
    Row{id_of<ops::_softmax>(), saves_result},
    Row{id_of<ops::mm>(), each_for_the_other},
    Row{id_of<ops::addmm>(), saves({2, 1}, {1, 2})},
    Row{id_of<ops::addmm_>(), saves({2, 1}, {1, 2})},
    Row{id_of<ops::mean_dim>(), saves({0})},
    Row{id_of<ops::eq_Tensor>(), not_differentiable},
    Row{id_of<ops::lt_Tensor>(), not_differentiable},
    Row{id_of<ops::lt_Tensor_out>(), not_differentiable},
    Row{id_of<ops::gt_Scalar>(), not_differentiable},
};

constexpr std::array<DerivativeFacts, kOperators> make_table() {
  std::array<DerivativeFacts, kOperators> out{};
  for (const Row& row : kRows) out[row.operation] = row.facts;
  return out;
}

constexpr std::array<DerivativeFacts, kOperators> kTable = make_table();

}  // namespace

const DerivativeFacts& derivative_of(OperationId operation) { return kTable[operation]; }
const DerivativeFacts& derivative_without_saving() { return saves_nothing; }
const DerivativeFacts& derivative_of_product() { return each_for_the_other; }
const DerivativeFacts& derivative_of_softmax() { return saves_result; }

}  // namespace modecheck::spec
