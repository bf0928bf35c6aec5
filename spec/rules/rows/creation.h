// The specification's rows for operators that make tensors from numbers, and for operators that draw random numbers. A
// row says how an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/creation.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kCreationRules[] = {
    {forms<ops::empty_memory_format, ops::zeros, ops::ones>,
     [](const RuleCall& call) {
       return infer_filled(call.arguments.integers(0), call.arguments.optional_dtype(1).value_or(DType::Float32));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::empty_strided>,
     [](const RuleCall& call) {
       return infer_strided(call.arguments.integers(0), call.arguments.integers(1),
                            call.arguments.optional_dtype(2).value_or(DType::Float32));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::rand, ops::randn>,
     [](const RuleCall& call) {
       return infer_drawn(call.arguments.integers(0), call.arguments.optional_dtype(1).value_or(DType::Float32));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::randperm>,
     [](const RuleCall& call) {
       return infer_permutation(call.arguments.integer(0), call.arguments.optional_dtype(1).value_or(DType::Int64));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::randint>,
     [](const RuleCall& call) {
       return infer_integers(0, call.arguments.integer(0), call.arguments.integers(1),
                             call.arguments.optional_dtype(2).value_or(DType::Float32));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::randint_low>,
     [](const RuleCall& call) {
       return infer_integers(call.arguments.integer(0), call.arguments.integer(1), call.arguments.integers(2),
                             call.arguments.optional_dtype(3).value_or(DType::Float32));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::rand_like, ops::randn_like>,
     [](const RuleCall& call) {
       return infer_drawn_like(call.inputs[0], call.arguments.optional_dtype(1).value_or(call.inputs[0].dtype));
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::native_dropout>,
     [](const RuleCall& call) { return infer_dropout(call.inputs[0], call.arguments.floating(1)); }, saves_places,
     DoubleBackward::No},
    {forms<ops::full>,
     [](const RuleCall& call) {
       return infer_full(call.arguments.integers(0),
                         call.arguments.optional_dtype(2).value_or(dtype_of_number(call.arguments.scalar(1))),
                         call.arguments.scalar(1));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::scalar_tensor>,
     [](const RuleCall& call) {
       return infer_full({}, call.arguments.optional_dtype(1).value_or(DType::Float32), call.arguments.scalar(0));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::full_like>,
     [](const RuleCall& call) {
       return infer_filled_like(call.inputs[0], call.arguments.optional_dtype(2).value_or(call.inputs[0].dtype),
                                call.arguments.scalar(1));
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::arange_start_step>, [](const RuleCall& call) { return infer_arange(call.arguments); }, saves_nothing,
     DoubleBackward::No},
    {forms<ops::uniform_>,
     [](const RuleCall& call) {
       return infer_uniform(call.tensors, call.arguments.floating(1), call.arguments.floating(2));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::normal_>, of_tensors<infer_normal>, saves_nothing, DoubleBackward::No},
    {forms<ops::exponential_>,
     [](const RuleCall& call) { return infer_exponential(call.tensors, call.arguments.floating(1)); }, saves_nothing,
     DoubleBackward::No},
    {forms<ops::random_>, of_tensors<infer_random>, saves_nothing, DoubleBackward::No},
    {forms<ops::random__from>,
     [](const RuleCall& call) {
       return infer_random_between(call.tensors, call.arguments.integer(1), call.arguments.optional_integer(2));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::bernoulli__float>,
     [](const RuleCall& call) { return infer_bernoulli(call.tensors, call.arguments.floating(1)); }, saves_nothing,
     DoubleBackward::No},
    {forms<ops::bernoulli__Tensor>, of_values<infer_bernoulli_each>, saves_nothing, DoubleBackward::No},
    {forms<ops::bernoulli>, [](const RuleCall& call) { return infer_bernoulli_of(call.inputs[0], call.oracle); },
     saves_nothing, DoubleBackward::No},
};

}  // namespace modecheck::spec
