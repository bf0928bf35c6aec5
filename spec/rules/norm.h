// Norms, and distances between rows, which are norms of differences: checks of arguments, and the geometry of results.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// norm.Scalar and norm.ScalarOpt_dim; if `dims` is empty, over all dimensions.
OutputMeta infer_norm(const CallTensors& tensors, std::optional<ScalarValue> order, const IntList& dims, bool keepdim);

// linalg_vector_norm. Without elements only a norm that is a sum has a value. The dtype of the computation must hold
// every element.
OutputMeta infer_vector_norm(const CallTensors& tensors, ScalarValue order, const IntList& dims, bool keepdim,
                             std::optional<DType> asked);

// Distances from each row of one matrix to each row of another; the batch dimensions broadcast. Dtypes other than
// float32 and float64 are unspecified: which ones libtorch accepts depends on the algorithm that it chooses, and it
// checks none if nothing is computed.
OutputMeta infer_cdist(const CallTensors& tensors, std::optional<std::int64_t> compute_mode);

// Distances from each row of a matrix to each later row. The matrix must be contiguous. Other ranks are unspecified:
// libtorch takes the first two sizes for those of a matrix.
OutputMeta infer_pdist(const Geometry& self);

}  // namespace modecheck::spec
