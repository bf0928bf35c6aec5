// Norms: what they take, and what they return. Distances between rows of numbers, which are norms of differences.
#pragma once

#include <optional>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// norm.Scalar and norm.ScalarOpt_dim; `dims` empty: over all of them.
ResultPlan plan_norm(const CallTensors& tensors, std::optional<ScalarValue> order, const IntList& dims, bool keepdim);

// linalg_vector_norm. Of no elements it has a value only where it is a sum; what it is computed in holds every element.
ResultPlan plan_vector_norm(const CallTensors& tensors, ScalarValue order, const IntList& dims, bool keepdim,
                            std::optional<DType> asked);

// From each row of one matrix to each of another; what stands before the last two dimensions broadcasts. Which other
// dtypes than float32 and float64 libtorch takes depends on the way it chooses, and where nothing is computed it looks
// at none: no answer.
ResultPlan plan_cdist(const CallTensors& tensors, std::optional<std::int64_t> compute_mode);

// From each row of a matrix to each row behind it. The matrix has to lie row by row. What other shapes than a matrix
// make of it has no answer: libtorch takes the first two sizes for those of one.
ResultPlan plan_pdist(const Geometry& self);

}  // namespace modecheck::spec
