// Operators that reduce, scan or normalise along dimensions.
#pragma once

#include <optional>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// `dims` empty: over all of them.
ResultPlan plan_reduction(const CallTensors& tensors, const IntList& dims, bool keepdim, DType dtype);

ResultPlan plan_sum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

ResultPlan plan_mean(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

ResultPlan plan_amax(const CallTensors& tensors, const IntList& dims, bool keepdim);

// The list of one dimension.
IntList one_dim(std::int64_t dim);

// The CPU has no product of short floats (L); of nothing it is one in every dtype.
ResultPlan plan_prod(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

// Only where there are no NaNs to skip, among integers, is it a sum of every dtype (L).
ResultPlan plan_nansum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

// Bytes were truth values before there was bool.
ResultPlan plan_truth(const CallTensors& tensors, const IntList& dims, bool keepdim);

ResultPlan plan_place_of_extreme(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim);

// The sum is written in the dtype of the output, and then divided: that integers are not, libtorch finds too late.
ResultPlan plan_mean_into(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

ResultPlan plan_prod_into(const CallTensors& tensors, std::int64_t dim, bool keepdim, std::optional<DType> asked);

ResultPlan plan_cumsum(const CallTensors& tensors, std::int64_t dim, std::optional<DType> asked);

// Over no dimension there is no such function (L).
ResultPlan plan_logsumexp(const CallTensors& tensors, const IntList& dims, bool keepdim);

ResultPlan plan_variance(const CallTensors& tensors, const IntList& dims, bool keepdim);

// Over the last dimensions, as many as are `spatial`. In two dimensions channels last stay so, and there may be none.
ResultPlan plan_adaptive_avg_pool(const Geometry& self, const IntList& output_size, int spatial);

ResultPlan plan_softmax(const Geometry& self, std::int64_t dim, bool half_to_float);

// Over one dimension, or over all of them.
ResultPlan plan_count_nonzero(const CallTensors& tensors, std::optional<std::int64_t> dim);

}  // namespace modecheck::spec
