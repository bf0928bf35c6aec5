// Operators that make tensors from numbers, and operators that draw random numbers (L).
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_filled(const IntList& size, DType dtype);

// Laid out as it is told to be; elements may share a place.
ResultPlan plan_strided(const IntList& size, const IntList& stride, DType dtype);

// It lies as what it is like.
ResultPlan plan_filled_like(const Geometry& self, DType dtype, ScalarValue value);

DType dtype_of_number(ScalarValue value);

ResultPlan plan_arange(const Arguments& arguments);

ResultPlan plan_uniform(const CallTensors& tensors, double from, double to);
ResultPlan plan_normal(const CallTensors& tensors);
ResultPlan plan_exponential(const CallTensors& tensors, double lambd);
ResultPlan plan_random(const CallTensors& tensors);
ResultPlan plan_random_between(const CallTensors& tensors, std::int64_t from, std::optional<std::int64_t> to);

// randperm, and randint.
ResultPlan plan_permutation(std::int64_t count, DType dtype);
ResultPlan plan_integers(std::int64_t low, std::int64_t high, const IntList& size, DType dtype);

// rand_like and randn_like.
ResultPlan plan_drawn_like(const Geometry& self, DType dtype);

// native_dropout: what is left, and a mask.
ResultPlan plan_dropout(const Geometry& input, double p);

ResultPlan plan_bernoulli(const CallTensors& tensors, double p);
// A probability for each element: whether each is one, values alone tell.
ResultPlan plan_bernoulli_each(const CallTensors& tensors, const ValueWitness* witness);
ResultPlan plan_bernoulli_of(const Geometry& probabilities, const ValueWitness* witness);

// full and scalar_tensor: without a dtype that of the number.
ResultPlan plan_full(const IntList& size, DType dtype, ScalarValue value);

// rand and randn.
ResultPlan plan_drawn(const IntList& size, DType dtype);

}  // namespace modecheck::spec
