// Operators that choose elements along one dimension by their order, and say where each was.
#pragma once

#include <optional>
#include <string_view>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// max, min: complex numbers have no order, though there be none of them.
ResultPlan plan_extreme_along(const CallTensors& tensors, std::int64_t dim, bool keepdim);

// The results lie as the tensor does. A single number without dimensions is copied, whatever its dtype is (L); so it is
// by topk and kthvalue.
ResultPlan plan_sort(const CallTensors& tensors, std::int64_t dim);

ResultPlan plan_topk(const CallTensors& tensors, std::int64_t k, std::int64_t dim);

ResultPlan plan_kthvalue(const CallTensors& tensors, std::int64_t k, std::int64_t dim, bool keepdim);

// cummax, cummin. Where there is nothing to compare, libtorch looks at no dtype (L).
ResultPlan plan_cumulative_extreme(const CallTensors& tensors, std::int64_t dim);

ResultPlan plan_median(const CallTensors& tensors, std::int64_t dim, bool keepdim);

// searchsorted: one sequence for all values, or one for each row of them. `sorter`: the places that put the sequences
// in order.
ResultPlan plan_places_in(const Geometry& sequences, const Geometry& values, const Geometry* sorter, bool short_places,
                          bool right, std::optional<std::string_view> side, const ValueWitness* witness);

// bucketize: the boundaries are one sequence.
ResultPlan plan_buckets(const Geometry& values, const Geometry& boundaries, bool short_places);

// Either of one number, in one sequence: as of a tensor without dimensions, of the number's own dtype.
ResultPlan plan_place_of(const Geometry& sequence, ScalarValue value, const Geometry* sorter, bool short_places,
                         bool right, std::optional<std::string_view> side, const ValueWitness* witness);

// _unique2. What is counted says where each element is too, asked for or not (L).
ResultPlan plan_unique(const Geometry& self, bool sorted, bool inverse, bool counts, const ValueWitness* witness);

}  // namespace modecheck::spec
