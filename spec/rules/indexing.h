// Operators that join tensors, and those that read or write where an index says.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_cat(const CallTensors& tensors, std::int64_t dim);

ResultPlan plan_stack(const CallTensors& tensors, std::int64_t dim);

ResultPlan plan_index_select(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

ResultPlan plan_gather(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

// Rows of a matrix. A sparse gradient is nothing that programs can hold: there the model has no answer.
ResultPlan plan_embedding(const CallTensors& tensors, bool sparse, const ValueWitness* witness);

// Slices along a dimension. What tensors without dimensions or elements make of an index is each operator's own, and so
// is a source that has to be broadcast: there the model has no answer.
ResultPlan plan_index_into(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness, bool int32_too,
                           bool from_the_end);

ResultPlan plan_index_add(const CallTensors& tensors, std::int64_t dim, ScalarValue alpha, const ValueWitness* witness);

ResultPlan plan_index_fill(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                           const ValueWitness* witness);

// Elements. The documents promise a derivative for a source of the index's sizes only.
ResultPlan plan_scatter(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

// Whether truth values are added or joined is the library's own.
ResultPlan plan_scatter_add(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness);

// Each element together with those that are sent to its place: their sum, product, mean, greatest or smallest. Whether
// truth values are added or joined is the library's own, here too.
ResultPlan plan_scatter_reduce(const CallTensors& tensors, std::int64_t dim, std::optional<std::string_view> reduction,
                               bool include_self, const ValueWitness* witness);

// The elements of a source, in row-major order, one for every place where a mask is true: there must be as many. Bytes
// were masks before there was bool. What is read while it is written has no answer.
ResultPlan plan_masked_scatter(const CallTensors& tensors, const ValueWitness* witness);

ResultPlan plan_scatter_value(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                              const ValueWitness* witness);

}  // namespace modecheck::spec
