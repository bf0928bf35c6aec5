// Functions in at:: that join, split, select and move elements. A result is a view where libtorch returns a view.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// These functions join tensors: vstack and row_stack along the first dimension, hstack along the second (the first of
// vectors), dstack along the third. vstack first gives all tensors at least two dimensions, hstack at least one, and
// dstack at least three.
Tensor vstack(TensorList tensors);
Tensor row_stack(TensorList tensors);
Tensor hstack(TensorList tensors);
Tensor dstack(TensorList tensors);
// column_stack does the same as hstack, but treats a vector as a column of a matrix.
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
// Places matrices along the diagonal of a matrix of zeros. A vector counts as a row. Raises for more than two
// dimensions.
Tensor block_diag(TensorList tensors);

// Expands all tensors to the sizes to which they broadcast. The results are views, or the tensors themselves.
std::vector<Tensor> broadcast_tensors(TensorList tensors);
// Returns the coordinates of the points of a grid, as one tensor for each given vector. With `indexing` "ij" dimension
// k of the results belongs to vector k; "xy" swaps the first two dimensions.
std::vector<Tensor> meshgrid(TensorList tensors);
std::vector<Tensor> meshgrid(TensorList tensors, std::string_view indexing);
// Returns all tuples of elements as rows of a matrix. cartesian_prod takes one element of each vector; combinations
// takes `r` elements of one vector in order.
Tensor cartesian_prod(TensorList tensors);
Tensor combinations(const Tensor& self, std::int64_t r = 2, bool with_replacement = false);

// These functions return a tensor with at least one, two or three dimensions. That is the tensor itself if it has
// enough dimensions, and otherwise a view of it with added dimensions of size one.
Tensor atleast_1d(const Tensor& self);
Tensor atleast_2d(const Tensor& self);
Tensor atleast_3d(const Tensor& self);
std::vector<Tensor> atleast_1d(TensorList tensors);
std::vector<Tensor> atleast_2d(TensorList tensors);
std::vector<Tensor> atleast_3d(TensorList tensors);

// Splits the tensor into views at the given indices. A tensor of one integer is instead the number of sections.
std::vector<Tensor> tensor_split(const Tensor& self, c10::IntArrayRef indices, std::int64_t dim = 0);
std::vector<Tensor> tensor_split(const Tensor& self, const Tensor& tensor_indices_or_sections, std::int64_t dim = 0);
// hsplit splits along the second dimension (the first of a vector), vsplit along the first, and dsplit along the third.
// They raise for tensors with too few dimensions, and if the dimension's size is not divisible by `sections`.
std::vector<Tensor> hsplit(const Tensor& self, std::int64_t sections);
std::vector<Tensor> hsplit(const Tensor& self, c10::IntArrayRef indices);
std::vector<Tensor> vsplit(const Tensor& self, std::int64_t sections);
std::vector<Tensor> vsplit(const Tensor& self, c10::IntArrayRef indices);
std::vector<Tensor> dsplit(const Tensor& self, std::int64_t sections);
std::vector<Tensor> dsplit(const Tensor& self, c10::IntArrayRef indices);
// These functions return aliases of the tensor's parts that are not tracked views. A write to one part is therefore not
// recorded in the history of another part.
std::vector<Tensor> unsafe_chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim = 0);
std::vector<Tensor> unsafe_split(const Tensor& self, std::int64_t split_size, std::int64_t dim = 0);
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, c10::IntArrayRef split_sizes, std::int64_t dim = 0);

// These functions return copies. diag converts between a vector and the diagonal of a matrix; diagflat makes all
// elements the diagonal of a matrix.
Tensor diag(const Tensor& self, std::int64_t diagonal = 0);
Tensor diagflat(const Tensor& self, std::int64_t offset = 0);
// These functions return a copy of `self` in which `src` replaces some elements. These are a diagonal, or the elements
// that the given sizes, strides and offset address.
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, std::int64_t offset = 0, std::int64_t dim1 = 0,
                        std::int64_t dim2 = 1);
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, c10::IntArrayRef size, c10::IntArrayRef stride,
                          c10::optional<std::int64_t> storage_offset = c10::nullopt);
// Returns the indices of a triangle of a matrix in row-major order, as two rows of integers.
Tensor tril_indices(std::int64_t row, std::int64_t col, std::int64_t offset = 0, TensorOptions options = c10::kLong);
Tensor triu_indices(std::int64_t row, std::int64_t col, std::int64_t offset = 0, TensorOptions options = c10::kLong);

// moveaxis moves dimensions to other positions. fliplr reverses the second dimension, and flipud the first.
Tensor moveaxis(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination);
Tensor moveaxis(const Tensor& self, std::int64_t source, std::int64_t destination);
Tensor fliplr(const Tensor& self);
Tensor flipud(const Tensor& self);
// Rotates by `k` quarter turns in the plane of two dimensions, from the first towards the second.
Tensor rot90(const Tensor& self, std::int64_t k = 1, c10::IntArrayRef dims = {0, 1});
// Transposes and conjugates the matrices of the last two dimensions. For a real tensor the result is a view.
Tensor adjoint(const Tensor& self);

// take_along_dim and argwhere do the same as the methods of at::Tensor with these names.
Tensor take_along_dim(const Tensor& self, const Tensor& indices, c10::optional<std::int64_t> dim = c10::nullopt);
Tensor argwhere(const Tensor& self);
// The first overload repeats each index i `repeats[i]` times. The others repeat the elements along `dim`, or all
// elements if `dim` is absent.
Tensor repeat_interleave(const Tensor& repeats, c10::optional<std::int64_t> output_size = c10::nullopt);
Tensor repeat_interleave(const Tensor& self, const Tensor& repeats, c10::optional<std::int64_t> dim = c10::nullopt,
                         c10::optional<std::int64_t> output_size = c10::nullopt);
Tensor repeat_interleave(const Tensor& self, std::int64_t repeats, c10::optional<std::int64_t> dim = c10::nullopt,
                         c10::optional<std::int64_t> output_size = c10::nullopt);

// These functions return the real and the imaginary parts as views. For a real tensor real() returns the tensor itself,
// and imag() raises.
Tensor real(const Tensor& self);
Tensor imag(const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
