// Copies, selects, gathers and scatters elements of device tensors. The kernels of engine/backends/cpu call these
// functions for device tensors, after they have checked the arguments.
#pragma once

#include <cstdint>

#include "engine/backends/functions/taken_together.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::cuda {

// The operator where. All tensors have one dtype, except the condition, which holds bytes.
void choose_elements(const at::Tensor& out, const at::Tensor& condition, const at::Tensor& self,
                     const at::Tensor& other);
// The operator masked_fill. The mask broadcasts to `self`.
void fill_masked(const at::Tensor& self, const at::Tensor& mask, const c10::Scalar& value);
// The operators tril and triu, for the matrices in the last two dimensions. `out` may be `self`.
void keep_triangles(const at::Tensor& out, const at::Tensor& self, bool upper, std::int64_t diagonal);
// The operator flip: copies `self` to `out` with some dimensions reversed.
void copy_flipped(const at::Tensor& out, const at::Tensor& self, const bool* flipped);
// The operator arange. `out` is contiguous, and `first` and `by` are both floating or both integers.
void write_sequence(const at::Tensor& out, const c10::Scalar& first, const c10::Scalar& by);

// Returns the indices on the host if they must be checked one by one, to report which is out of range. Otherwise
// returns an undefined tensor. CPU indices are always returned, device indices only if one is out of range, and Meta
// indices never. For device indices the host waits for the stream.
at::Tensor doubtful_indices(const at::Tensor& index, std::int64_t least, std::int64_t end);

// Returns true if any element of the tensor is zero. The host waits for the stream to read the answer.
bool has_zero(const at::Tensor& tensor);

// The operator gather: out[i][j] = self[index[i][j]][j] if `along` is 0. `index` has as many dimensions as `self`.
void gather_elements(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index);
// The operator index_select: gathers by an index that is a vector or a 0-dim tensor.
void gather_slices(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index);

// The operator scatter: out[index[i][j]][j] = source[i][j] if `along` is 0. scatter_sums adds instead (scatter_add).
// All tensors have the same number of dimensions.
void scatter_elements(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source);
void scatter_number(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value);
void scatter_sums(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source);
// The operator scatter_reduce: combines elements as `how` says. `out` and `counts` are contiguous. `counts` holds how
// many elements have been combined into each element of `out`. Counts start at 1 with include_self=true, else at 0. If
// the count of an element of `out` is 0, the element of `source` replaces it.
void scatter_together(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                      const at::Tensor& counts, backends::TakenTogether how);
// scatter_reduce with "mean": divides each element of `out` whose count is above one by its count.
void divide_by_counts(const at::Tensor& out, const at::Tensor& counts);
// The operators index_copy, index_fill and index_add. The index is a vector or a 0-dim tensor. `out` has at least one
// dimension.
void scatter_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source);
void fill_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value);
void add_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                const c10::Scalar& alpha);

}  // namespace modecheck::engine::cuda
