// Operators that join tensors, and operators that read or write at indices.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_cat(const CallTensors& tensors, std::int64_t dim);

ResultPlan plan_stack(const CallTensors& tensors, std::int64_t dim);

ResultPlan plan_index_select(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

ResultPlan plan_gather(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

// Rows of a matrix. Sparse gradients are unspecified, because no program can hold a sparse tensor.
ResultPlan plan_embedding(const CallTensors& tensors, bool sparse, const ValueWitness* witness);

// Slices along a dimension. Operators differ for tensors without dimensions or elements, and for a source that has to
// be broadcast: both are unspecified.
ResultPlan plan_index_into(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness, bool int32_too,
                           bool from_the_end);

ResultPlan plan_index_add(const CallTensors& tensors, std::int64_t dim, ScalarValue alpha, const ValueWitness* witness);

ResultPlan plan_index_fill(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                           const ValueWitness* witness);

// Writes single elements. PyTorch documents a derivative only for a source that has the sizes of the index.
ResultPlan plan_scatter(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

// Libraries differ in how they add bools: unspecified.
ResultPlan plan_scatter_add(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

// Reduces each element with the source elements that the index sends to it: sum, product, mean, maximum or minimum.
// Sums of bools are unspecified here too.
ResultPlan plan_scatter_reduce(const CallTensors& tensors, std::int64_t dim, std::optional<std::string_view> reduction,
                               bool include_self, const ValueWitness* witness);

// Copies source elements, in row-major order, to the elements where the mask is true. The source must have at least as
// many elements. A uint8 mask is accepted if its elements are 0 or 1. A target that overlaps an input is unspecified.
ResultPlan plan_masked_scatter(const CallTensors& tensors, const ValueWitness* witness);

ResultPlan plan_scatter_value(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                              const ValueWitness* witness);

}  // namespace modecheck::spec
