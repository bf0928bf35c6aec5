// Choosing, picking and placing elements on the device: what the kernels of engine/backends/cpu call for tensors that
// are there, after their checks.
#pragma once

#include <cstdint>

#include "engine/backends/functions/taken_together.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::cuda {

// All of one dtype but the condition, which holds bytes.
void choose_elements(const at::Tensor& out, const at::Tensor& condition, const at::Tensor& self,
                     const at::Tensor& other);
// The mask broadcasts to `self`.
void fill_masked(const at::Tensor& self, const at::Tensor& mask, const c10::Scalar& value);
// Of the matrices in the last two dimensions; `out` may be `self`.
void keep_triangles(const at::Tensor& out, const at::Tensor& self, bool upper, std::int64_t diagonal);
// Reads `self` against the direction of some dimensions.
void copy_flipped(const at::Tensor& out, const at::Tensor& self, const bool* flipped);
// Contiguous; `first` and `by` are of one category, floating or not.
void write_sequence(const at::Tensor& out, const c10::Scalar& first, const c10::Scalar& by);

// The indices, on the host, if they have to be looked at one by one to say which is out of range: those of the CPU
// always, those of the device if one is, for which this waits, and those of Meta never. Undefined: all are right.
at::Tensor doubtful_indices(const at::Tensor& index, std::int64_t least, std::int64_t end);

// Whether any element is zero, for which this waits.
bool has_zero(const at::Tensor& tensor);

// out[i][j] = self[index[i][j]][j] for the dimension 0. `index` has as many dimensions as `self`.
void gather_elements(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index);
// The same with an index that is a vector, or a number.
void gather_slices(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index);

// out[index[i][j]][j] = source[i][j] for the dimension 0. All have as many dimensions.
void scatter_elements(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source);
void scatter_number(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value);
void scatter_sums(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source);
// The same with what else becomes of two elements. `out` and `counts` are dense: how many elements each is made of, of
// which none takes the place of what is there.
void scatter_together(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                      const at::Tensor& counts, backends::TakenTogether how);
// Where there is more than one.
void divide_by_counts(const at::Tensor& out, const at::Tensor& counts);
// The same with an index that is a vector, or a number; `out` has a dimension at least.
void scatter_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source);
void fill_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value);
void add_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                const c10::Scalar& alpha);

}  // namespace modecheck::engine::cuda
