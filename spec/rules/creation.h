// Operators that make tensors from numbers, and operators that draw random numbers (L).
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_filled(const IntList& size, DType dtype);

// The strides are those given; elements may share memory.
ResultPlan plan_strided(const IntList& size, const IntList& stride, DType dtype);

// The result has the layout of `self` under preserve_format.
ResultPlan plan_filled_like(const Geometry& self, DType dtype, ScalarValue value);

DType dtype_of_number(ScalarValue value);

ResultPlan plan_arange(const Arguments& arguments);

ResultPlan plan_uniform(const CallTensors& tensors, double from, double to);
ResultPlan plan_normal(const CallTensors& tensors);
ResultPlan plan_exponential(const CallTensors& tensors, double lambd);
ResultPlan plan_random(const CallTensors& tensors);
ResultPlan plan_random_between(const CallTensors& tensors, std::int64_t from, std::optional<std::int64_t> to);

// plan_permutation is for randperm, plan_integers for randint.
ResultPlan plan_permutation(std::int64_t count, DType dtype);
ResultPlan plan_integers(std::int64_t low, std::int64_t high, const IntList& size, DType dtype);

// rand_like and randn_like.
ResultPlan plan_drawn_like(const Geometry& self, DType dtype);

// native_dropout: returns the scaled input and the mask.
ResultPlan plan_dropout(const Geometry& input, double p);

ResultPlan plan_bernoulli(const CallTensors& tensors, double p);
// One probability for each element; the check that each lies between 0 and 1 needs the values.
ResultPlan plan_bernoulli_each(const CallTensors& tensors, const ValueWitness* witness);
ResultPlan plan_bernoulli_of(const Geometry& probabilities, const ValueWitness* witness);

// full and scalar_tensor: without a dtype, the result has the dtype of the number.
ResultPlan plan_full(const IntList& size, DType dtype, ScalarValue value);

// rand and randn.
ResultPlan plan_drawn(const IntList& size, DType dtype);

}  // namespace modecheck::spec
