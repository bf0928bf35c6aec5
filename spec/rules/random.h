// What writes random numbers (L).
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

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

}  // namespace modecheck::spec
