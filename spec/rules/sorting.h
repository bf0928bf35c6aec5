// Rules for operators that choose elements along one dimension by their order, and return their indices.
#pragma once

#include <optional>
#include <string_view>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for max and min along a dimension. Complex dtypes are rejected, even without elements.
OutputMeta infer_extreme_along(const CallTensors& tensors, std::int64_t dim, bool keepdim);

// Infers the result's metadata for sort. The results have the tensor's strides. libtorch 1.13.1 copies a tensor without
// dimensions, whatever its dtype, also in topk and kthvalue.
OutputMeta infer_sort(const CallTensors& tensors, std::int64_t dim);

OutputMeta infer_topk(const CallTensors& tensors, std::int64_t k, std::int64_t dim);

OutputMeta infer_kthvalue(const CallTensors& tensors, std::int64_t k, std::int64_t dim, bool keepdim);

// Infers the result's metadata for cummax and cummin. If there are no elements to compare, libtorch 1.13.1 does not
// check the dtype.
OutputMeta infer_cumulative_extreme(const CallTensors& tensors, std::int64_t dim);

OutputMeta infer_median(const CallTensors& tensors, std::int64_t dim, bool keepdim);

// Infers the result's metadata for searchsorted with one sequence for all values, or one for each row of values.
// `sorter` holds the indices that sort the sequences.
OutputMeta infer_places_in(const Geometry& sequences, const Geometry& values, const Geometry* sorter, bool short_places,
                           bool right, std::optional<std::string_view> side, const ValueOracle* oracle);

// Infers the result's metadata for bucketize, whose boundaries form one sequence.
OutputMeta infer_buckets(const Geometry& values, const Geometry& boundaries, bool short_places);

// Infers the result's metadata for searchsorted or bucketize of one number in one sequence. The number counts as a
// tensor without dimensions, of its own dtype.
OutputMeta infer_place_of(const Geometry& sequence, ScalarValue value, const Geometry* sorter, bool short_places,
                          bool right, std::optional<std::string_view> side, const ValueOracle* oracle);

// Infers the result's metadata for _unique2. If counts are requested, libtorch 1.13.1 computes the inverse indices too,
// requested or not.
OutputMeta infer_unique(const Geometry& self, bool sorted, bool inverse, bool counts, const ValueOracle* oracle);

}  // namespace modecheck::spec
