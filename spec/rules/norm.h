// Norms: what they take, and what they return.
#pragma once

#include <optional>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// norm.Scalar and norm.ScalarOpt_dim; `dims` empty: over all of them.
ResultPlan plan_norm(const CallTensors& tensors, std::optional<ScalarValue> order, const IntList& dims, bool keepdim);

// linalg_vector_norm. Of no elements it has a value only where it is a sum; what it is computed in holds every element.
ResultPlan plan_vector_norm(const CallTensors& tensors, ScalarValue order, const IntList& dims, bool keepdim,
                            std::optional<DType> asked);

}  // namespace modecheck::spec
