// Rules for operators that join tensors, and for operators that read or write at indices.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

OutputMeta infer_cat(const CallTensors& tensors, std::int64_t dim);

OutputMeta infer_stack(const CallTensors& tensors, std::int64_t dim);

OutputMeta infer_index_select(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle);

OutputMeta infer_gather(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle);

// Infers the result's metadata for embedding, which returns the rows of a matrix that indices name. Sparse gradients
// are unspecified, because no program can hold a sparse tensor.
OutputMeta infer_embedding(const CallTensors& tensors, bool sparse, const ValueOracle* oracle);

// Infers the result's metadata for index_fill and other operators that write slices along a dimension. Two cases are
// unspecified because operators differ: tensors without dimensions or elements, and a source that has to be broadcast.
OutputMeta infer_index_into(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle, bool int32_too,
                            bool from_the_end);

OutputMeta infer_index_add(const CallTensors& tensors, std::int64_t dim, ScalarValue alpha, const ValueOracle* oracle);

OutputMeta infer_index_fill(const CallTensors& tensors, std::int64_t dim, ScalarValue value, const ValueOracle* oracle);

// Infers the result's metadata for scatter, which writes single elements. PyTorch documents a derivative only for a
// source that has the sizes of the index.
OutputMeta infer_scatter(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle);

// Infers the result's metadata for scatter_add. Sums of bools are unspecified, because libraries add bools in different
// ways.
OutputMeta infer_scatter_add(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle);

// scatter_reduce: reduces each element with the source elements that the index assigns to it, by sum, product, mean,
// maximum or minimum. Sums of bools are unspecified.
OutputMeta infer_scatter_reduce(const CallTensors& tensors, std::int64_t dim, std::optional<std::string_view> reduction,
                                const ValueOracle* oracle);

// masked_scatter: copies source elements, in row-major order, to the elements where the mask is true. The source must
// have at least as many elements as the mask has true elements. A uint8 mask is accepted if its elements are 0 or 1. A
// target that overlaps an input is unspecified.
OutputMeta infer_masked_scatter(const CallTensors& tensors, const ValueOracle* oracle);

OutputMeta infer_scatter_value(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                               const ValueOracle* oracle);

}  // namespace modecheck::spec
