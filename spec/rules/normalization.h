// Operators that give each group of elements the mean zero and the deviation one.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// Over the last dimensions. Behind the input stand weight and bias, as far as they are there. What the mean of nothing
// is has no answer.
ResultPlan plan_layer_norm(const CallTensors& tensors, const IntList& normalized_shape);

// What the input is taken for, whatever its sizes say.
struct GroupedSizes {
  std::int64_t batch = 0;
  std::int64_t channels = 0;
  std::int64_t pixels = 0;
  std::int64_t groups = 0;
};

// Over the channels of each group and all that lies behind them. The input has to lie row by row, or channels last; how
// channels last fit other sizes than its own has no answer, and neither has the mean of nothing.
ResultPlan plan_group_norm(const CallTensors& tensors, const GroupedSizes& sizes);

// input, weight, bias, running_mean, running_var: null is not given.
struct BatchNormTensors {
  std::array<const Geometry*, 5> given{};
};
ResultPlan plan_batch_norm(const BatchNormTensors& tensors, bool training);

}  // namespace modecheck::spec
