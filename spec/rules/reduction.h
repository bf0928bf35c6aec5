// Rules for operators that reduce, scan or normalise along dimensions.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the metadata of a reduction along `dims`, or over all dimensions if `dims` is empty.
OutputMeta infer_reduction(const CallTensors& tensors, const IntList& dims, bool keepdim, DType dtype);

OutputMeta infer_sum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

OutputMeta infer_mean(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

OutputMeta infer_amax(const CallTensors& tensors, const IntList& dims, bool keepdim);
// Infers the metadata of both results of aminmax.
OutputMeta infer_both_extremes(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim);

// Returns a list of dimensions that has the single element `dim`.
IntList one_dim(std::int64_t dim);

// Infers the result's metadata for prod. libtorch 1.13.1 has no prod kernel for half precision on the CPU. A product of
// no elements is one, in every dtype.
OutputMeta infer_prod(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

// Infers the result's metadata for nansum. Integers have no NaN, so for them libtorch 1.13.1's nansum is sum and takes
// every dtype.
OutputMeta infer_nansum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

// Infers the result's metadata for all and any. The result for uint8 is uint8, which held truth values before PyTorch
// had the dtype bool.
OutputMeta infer_truth(const CallTensors& tensors, const IntList& dims, bool keepdim);

OutputMeta infer_place_of_extreme(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim);

// Infers the result's metadata for mean with `out=`. libtorch writes the sum into `out` and then divides `out` in
// place. Only after writing the sum does libtorch notice that an integer `out` cannot be divided in place.
OutputMeta infer_mean_into(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked);

OutputMeta infer_prod_into(const CallTensors& tensors, std::int64_t dim, bool keepdim, std::optional<DType> asked);

OutputMeta infer_cumsum(const CallTensors& tensors, std::int64_t dim, std::optional<DType> asked);

// Infers the result's metadata for logsumexp. An empty list of dimensions is an error, as in libtorch 1.13.1.
OutputMeta infer_logsumexp(const CallTensors& tensors, const IntList& dims, bool keepdim);

OutputMeta infer_variance(const CallTensors& tensors, const IntList& dims, bool keepdim);

// Infers the result's metadata for adaptive_avg_pool over the last `spatial` dimensions. In two dimensions a
// channels-last input gives a channels-last result, and a size of zero is allowed.
OutputMeta infer_adaptive_avg_pool(const Geometry& self, const IntList& output_size, int spatial);

OutputMeta infer_softmax(const Geometry& self, std::int64_t dim, bool half_to_float);

// Infers the result's metadata for count_nonzero, over one dimension, or over all dimensions if `dim` is absent.
OutputMeta infer_count_nonzero(const CallTensors& tensors, std::optional<std::int64_t> dim);

}  // namespace modecheck::spec
