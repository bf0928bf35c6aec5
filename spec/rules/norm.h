// Rules for operators that compute norms, and distances between rows, which are norms of differences. They check
// arguments, and infer the metadata of results.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for norm.Scalar and norm.ScalarOpt_dim. If `dims` is empty, the norm is over all
// dimensions.
OutputMeta infer_norm(const CallTensors& tensors, std::optional<ScalarValue> order, const IntList& dims, bool keepdim);

// Infers the result's metadata for linalg_vector_norm. A norm of no elements has a value only if it is a sum. The dtype
// of the computation must hold every element.
OutputMeta infer_vector_norm(const CallTensors& tensors, ScalarValue order, const IntList& dims, bool keepdim,
                             std::optional<DType> asked);

// Infers the result's metadata for cdist: distances from each row of one matrix to each row of another; the batch
// dimensions broadcast. Dtypes other than float32 and float64 are unspecified, because the algorithm that libtorch
// chooses decides which of them it accepts. If nothing is computed, libtorch checks no dtype.
OutputMeta infer_cdist(const CallTensors& tensors, std::optional<std::int64_t> compute_mode);

// Infers the result's metadata for pdist: distances from each row of a matrix to each later row. The matrix must be
// contiguous. Other ranks are unspecified, because libtorch takes the first two sizes for a matrix's.
OutputMeta infer_pdist(const Geometry& self);

}  // namespace modecheck::spec
