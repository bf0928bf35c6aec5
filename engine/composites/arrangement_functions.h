// Joining, splitting, picking and moving elements, as functions in at::. What is a view in libtorch is one here.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// Joining. Under their other names, cat.
Tensor concat(TensorList tensors, std::int64_t dim = 0);
Tensor concatenate(TensorList tensors, std::int64_t dim = 0);
Tensor& concat_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& concatenate_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& concat_outf(TensorList tensors, std::int64_t dim, Tensor& out);
Tensor& concatenate_outf(TensorList tensors, std::int64_t dim, Tensor& out);
// Below, beside and behind each other, with at least two, one and three dimensions.
Tensor vstack(TensorList tensors);
Tensor row_stack(TensorList tensors);
Tensor hstack(TensorList tensors);
Tensor dstack(TensorList tensors);
// As hstack; vectors are columns.
Tensor column_stack(TensorList tensors);
Tensor& vstack_out(Tensor& out, TensorList tensors);
Tensor& row_stack_out(Tensor& out, TensorList tensors);
Tensor& hstack_out(Tensor& out, TensorList tensors);
Tensor& dstack_out(Tensor& out, TensorList tensors);
Tensor& column_stack_out(Tensor& out, TensorList tensors);
Tensor& vstack_outf(TensorList tensors, Tensor& out);
Tensor& row_stack_outf(TensorList tensors, Tensor& out);
Tensor& hstack_outf(TensorList tensors, Tensor& out);
Tensor& dstack_outf(TensorList tensors, Tensor& out);
Tensor& column_stack_outf(TensorList tensors, Tensor& out);
// Along the diagonal of a matrix of zeros; vectors are rows. Raises for more than two dimensions.
Tensor block_diag(TensorList tensors);

// All at the sizes that they broadcast to: views, and themselves where nothing is to be done.
std::vector<Tensor> broadcast_tensors(TensorList tensors);
// The coordinates of a grid, one tensor for each vector. `indexing`: "ij", or "xy", which swaps the first two.
std::vector<Tensor> meshgrid(TensorList tensors);
std::vector<Tensor> meshgrid(TensorList tensors, std::string_view indexing);
// All tuples of elements of the vectors, of all of one vector with itself in order: rows of a matrix.
Tensor cartesian_prod(TensorList tensors);
Tensor combinations(const Tensor& self, std::int64_t r = 2, bool with_replacement = false);

// With at least so many dimensions: the tensor itself, or a view.
Tensor atleast_1d(const Tensor& self);
Tensor atleast_2d(const Tensor& self);
Tensor atleast_3d(const Tensor& self);
std::vector<Tensor> atleast_1d(TensorList tensors);
std::vector<Tensor> atleast_2d(TensorList tensors);
std::vector<Tensor> atleast_3d(TensorList tensors);

// Splitting: views. At places, or as many times as a tensor of one integer says.
std::vector<Tensor> tensor_split(const Tensor& self, c10::IntArrayRef indices, std::int64_t dim = 0);
std::vector<Tensor> tensor_split(const Tensor& self, const Tensor& tensor_indices_or_sections, std::int64_t dim = 0);
// Along the second dimension (of a vector the first), the first, the third. Raise for fewer dimensions, and for
// sections that the size is no multiple of.
std::vector<Tensor> hsplit(const Tensor& self, std::int64_t sections);
std::vector<Tensor> hsplit(const Tensor& self, c10::IntArrayRef indices);
std::vector<Tensor> vsplit(const Tensor& self, std::int64_t sections);
std::vector<Tensor> vsplit(const Tensor& self, c10::IntArrayRef indices);
std::vector<Tensor> dsplit(const Tensor& self, std::int64_t sections);
std::vector<Tensor> dsplit(const Tensor& self, c10::IntArrayRef indices);
// Parts that share the bytes and are no tracked views: a write to one is not seen by the history of the others.
std::vector<Tensor> unsafe_chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim = 0);
std::vector<Tensor> unsafe_split(const Tensor& self, std::int64_t split_size, std::int64_t dim = 0);
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, c10::IntArrayRef split_sizes, std::int64_t dim = 0);

// Diagonals, copied: of a vector a matrix and back; of the last dimension matrices; of all elements a matrix.
Tensor diag(const Tensor& self, std::int64_t diagonal = 0);
Tensor diag_embed(const Tensor& self, std::int64_t offset = 0, std::int64_t dim1 = -2, std::int64_t dim2 = -1);
Tensor diagflat(const Tensor& self, std::int64_t offset = 0);
// A copy of `self` with `src` on the diagonal, or under a geometry.
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, std::int64_t offset = 0, std::int64_t dim1 = 0,
                        std::int64_t dim2 = 1);
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, c10::IntArrayRef size, c10::IntArrayRef stride,
                          c10::optional<std::int64_t> storage_offset = c10::nullopt);
// The places of a triangle of a matrix, row by row: two rows of integers.
Tensor tril_indices(std::int64_t row, std::int64_t col, std::int64_t offset = 0, TensorOptions options = c10::kLong);
Tensor triu_indices(std::int64_t row, std::int64_t col, std::int64_t offset = 0, TensorOptions options = c10::kLong);

// Moving.
Tensor moveaxis(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination);
Tensor moveaxis(const Tensor& self, std::int64_t source, std::int64_t destination);
Tensor fliplr(const Tensor& self);
Tensor flipud(const Tensor& self);
// `k` quarters of a turn in the plane of two dimensions, from the first towards the second.
Tensor rot90(const Tensor& self, std::int64_t k = 1, c10::IntArrayRef dims = {0, 1});
// The matrices of the last two dimensions, transposed and conjugated; of real ones a view.
Tensor adjoint(const Tensor& self);

// Picking. See the methods.
Tensor take_along_dim(const Tensor& self, const Tensor& indices, c10::optional<std::int64_t> dim = c10::nullopt);
Tensor argwhere(const Tensor& self);
// 0, 1, 2, ... each as often as `repeats` says; and elements along `dim` (of all, if it is not named).
Tensor repeat_interleave(const Tensor& repeats, c10::optional<std::int64_t> output_size = c10::nullopt);
Tensor repeat_interleave(const Tensor& self, const Tensor& repeats, c10::optional<std::int64_t> dim = c10::nullopt,
                         c10::optional<std::int64_t> output_size = c10::nullopt);
Tensor repeat_interleave(const Tensor& self, std::int64_t repeats, c10::optional<std::int64_t> dim = c10::nullopt,
                         c10::optional<std::int64_t> output_size = c10::nullopt);

// Real and imaginary part: views; a real tensor is its own real part. imag raises for a real tensor.
Tensor real(const Tensor& self);
Tensor imag(const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
