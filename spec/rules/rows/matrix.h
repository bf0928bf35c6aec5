// The specification's rows for operators that compute products, factorisations and inverses of matrices, or solve
// linear systems. A row says how an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/matrix.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kMatrixRules[] = {
    {forms<ops::mv>,
     [](const RuleCall& call) { return infer_small_product(call.inputs[0], call.inputs[1], 2, 1, infer_mv); },
     each_for_the_other, DoubleBackward::Yes},
    {forms<ops::dot>,
     [](const RuleCall& call) { return infer_small_product(call.inputs[0], call.inputs[1], 1, 1, infer_dot); },
     each_for_the_other, DoubleBackward::Yes},
    {forms<ops::bmm>,
     [](const RuleCall& call) { return infer_small_product(call.inputs[0], call.inputs[1], 3, 3, infer_bmm); },
     each_for_the_other, DoubleBackward::Yes},
    {forms<ops::mv_out>, [](const RuleCall& call) { return infer_small_product_into(call.tensors, 2, 1, infer_mv); },
     saves_nothing, DoubleBackward::No},
    {forms<ops::dot_out>, [](const RuleCall& call) { return infer_small_product_into(call.tensors, 1, 1, infer_dot); },
     saves_nothing, DoubleBackward::No},
    {forms<ops::bmm_out>, [](const RuleCall& call) { return infer_small_product_into(call.tensors, 3, 3, infer_bmm); },
     saves_nothing, DoubleBackward::No},
    {forms<ops::addmv, ops::addmv_>,
     [](const RuleCall& call) { return infer_addmv(call.tensors, call.arguments.scalar(3), call.arguments.scalar(4)); },
     saves({2, 1}, {1, 2}), DoubleBackward::Yes},
    {forms<ops::addbmm>,
     [](const RuleCall& call) {
       return infer_baddbmm(call.tensors, call.arguments.scalar(3), call.arguments.scalar(4), /*sums=*/true);
     },
     saves({2, 1}, {1, 2}), DoubleBackward::No},
    {forms_of<ops::baddbmm>,
     [](const RuleCall& call) {
       return infer_baddbmm(call.tensors, call.arguments.scalar(3), call.arguments.scalar(4), /*sums=*/false);
     },
     saves({2, 1}, {1, 2}), DoubleBackward::Yes},
    {forms<ops::mm, ops::mm_out>,
     [](const RuleCall& call) { return infer_matrix_product(call.tensors, call.inputs[0], call.inputs[1]); },
     each_for_the_other, DoubleBackward::Yes},
    {forms<ops::addmm, ops::addmm_>,
     [](const RuleCall& call) { return infer_addmm(call.tensors, call.arguments.scalar(3), call.arguments.scalar(4)); },
     saves({2, 1}, {1, 2}), DoubleBackward::Yes},
    {forms<ops::linalg_inv_ex>, [](const RuleCall& call) { return infer_inverse(call.inputs[0]); }, saves_result,
     DoubleBackward::No},
    {forms<ops::linalg_cholesky_ex>, [](const RuleCall& call) { return infer_cholesky(call.inputs[0]); }, saves_result,
     DoubleBackward::No},
    {forms<ops::linalg_solve_triangular>,
     [](const RuleCall& call) {
       return infer_solve_triangular(call.inputs[0], call.inputs[1], call.arguments.boolean(3));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::_linalg_det>,
     [](const RuleCall& call) { return infer_determinant(call.inputs[0], /*numbers=*/1, /*looks=*/false); },
     and_further_results(saves_self_and_result, 3), DoubleBackward::MayRaise},
    {forms<ops::_linalg_slogdet>,
     [](const RuleCall& call) { return infer_determinant(call.inputs[0], /*numbers=*/2, /*looks=*/true); },
     with_second(and_further_results(saves_self_and_result, 6)), DoubleBackward::MayRaise},
    {forms<ops::_linalg_solve_ex>,
     [](const RuleCall& call) { return infer_solve(call.inputs[0], call.inputs[1], call.arguments.boolean(2)); },
     and_further_results(saves_self_and_result, 3), DoubleBackward::MayRaise},
    {forms<ops::matmul>, result_of_sub_operations, saves_nothing, DoubleBackward::Yes},
};

}  // namespace modecheck::spec
