// Rules for operators that pick elements by value, by mask or by position, and for operators that move elements
// elsewhere.
#pragma once

#include <cstdint>

#include "spec/program/arguments.h"
#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata: infer_extreme_of_all for max and min of a whole tensor, and infer_median_of_all for its
// median.
OutputMeta infer_extreme_of_all(const CallTensors& tensors);
OutputMeta infer_median_of_all(const CallTensors& tensors);
OutputMeta infer_trace(const CallTensors& tensors);
// Infers the result's metadata for masked_select. The result has one element for each true element of the broadcast
// mask.
OutputMeta infer_masked_select(const CallTensors& tensors, const ValueOracle* oracle);
OutputMeta infer_take(const CallTensors& tensors, const ValueOracle* oracle);
OutputMeta infer_roll(const Geometry& self, const IntList& shifts, const IntList& dims);
OutputMeta infer_diag_embed(const Geometry& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2);
OutputMeta infer_logcumsumexp(const CallTensors& tensors, std::int64_t dim);
OutputMeta infer_threshold(const CallTensors& tensors, ScalarValue limit, ScalarValue value);

}  // namespace modecheck::spec
