// Losses: what they take, and what they return.
#pragma once

#include <cstdint>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// mse_loss and smooth_l1_loss: pointwise, and then made one number unless `reduction` is 0. `bfloat`: the CPU knows
// bfloat16 (L).
ResultPlan plan_loss(const CallTensors& tensors, std::int64_t reduction, bool bfloat);

// A result that was allocated like `self`.
ResultPlan plan_huber_loss(const CallTensors& tensors, std::int64_t reduction, double delta);

ResultPlan plan_binary_cross_entropy(const CallTensors& tensors, std::int64_t reduction, const ValueWitness* witness);

ResultPlan plan_nll_loss(const CallTensors& tensors, std::int64_t reduction, std::int64_t ignored,
                         const ValueWitness* witness);

}  // namespace modecheck::spec
