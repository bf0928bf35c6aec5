// Operators that reduce, scan or normalise along dimensions.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// If `dims` is empty, over all dimensions.
OutputMeta infer_reduction(const CallTensors& tensors, const IntList& dims, bool keepdim, DType dtype);

OutputMeta infer_sum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

OutputMeta infer_mean(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

OutputMeta infer_amax(const CallTensors& tensors, const IntList& dims, bool keepdim);

// A list with one dimension.
IntList one_dim(std::int64_t dim);

// libtorch 1.13.1 has no prod kernel for half precision on the CPU. A product of no elements is one in every dtype.
OutputMeta infer_prod(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

// For integers, which have no NaN, libtorch 1.13.1's nansum is sum and takes every dtype.
OutputMeta infer_nansum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

// all and any. uint8 gives uint8, because it stood for truth values before bool existed.
OutputMeta infer_truth(const CallTensors& tensors, const IntList& dims, bool keepdim);

OutputMeta infer_place_of_extreme(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim);

// The sum is written in the dtype of the output, and then divided. libtorch notices too late that integers cannot be
// divided in this way.
OutputMeta infer_mean_into(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

OutputMeta infer_prod_into(const CallTensors& tensors, std::int64_t dim, bool keepdim, std::optional<DType> asked);

OutputMeta infer_cumsum(const CallTensors& tensors, std::int64_t dim, std::optional<DType> asked);

// An empty list of dimensions is an error, as in libtorch 1.13.1.
OutputMeta infer_logsumexp(const CallTensors& tensors, const IntList& dims, bool keepdim);

OutputMeta infer_variance(const CallTensors& tensors, const IntList& dims, bool keepdim);

// Over the last `spatial` dimensions. In two dimensions a channels-last input gives a channels-last result, and a size
// of zero may be asked for.
OutputMeta infer_adaptive_avg_pool(const Geometry& self, const IntList& output_size, int spatial);

OutputMeta infer_softmax(const Geometry& self, std::int64_t dim, bool half_to_float);

// Over one dimension, or over all if `dim` is absent.
OutputMeta infer_count_nonzero(const CallTensors& tensors, std::optional<std::int64_t> dim);

}  // namespace modecheck::spec
