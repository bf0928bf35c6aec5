// Notes on operators, which the generated docstrings contain in addition to the schema.
#pragma once

#include <array>
#include <string_view>

namespace modecheck::generate {

struct Note {
  std::string_view operation;  // the name of an operator, or the qualified name of one overload
  std::string_view text;
};

inline constexpr std::array kNotes{
    Note{"_adaptive_avg_pool2d",
         "Averages equal shares of the input, as many as output_size says, which are the last sizes of the "
         "result."},
    Note{"_adaptive_avg_pool3d",
         "Averages equal shares of the input, as many as output_size says, which are the last sizes of the "
         "result."},
    Note{"_cdist_forward",
         "Computes the p-norms of the differences of each row of x1 and each row of x2. Leading dimensions "
         "broadcast. Every compute_mode computes the same. [..., n, d] and [..., m, d] become [..., n, m]."},
    Note{"_embedding_bag",
         "Computes sums (mode 0), means (1) or maxima (2) of the rows of `weight` that `indices` name, bag by "
         "bag. `offsets` tell where each bag begins. Sparse gradients are not supported."},
    Note{"_fft_c2c",
         "Transforms complex numbers in either direction. normalization: 0 none, 1 the root of the size, 2 "
         "the size. The result has the shape of `self`."},
    Note{"_fft_c2r",
         "Transforms a half spectrum back to last_dim_size real numbers. The result has size last_dim_size "
         "along the last of `dim`."},
    Note{"_fft_r2c",
         "Transforms real numbers; `onesided` keeps the half of the last dimension that determines the rest. "
         "That half has size n / 2 + 1, rounded down."},
    Note{"_linalg_det",
         "Returns the determinant [...] of matrices [..., n, n], the factors [..., n, n] and the int32 pivots "
         "[..., n]."},
    Note{"_linalg_slogdet",
         "Returns sign [...] and logarithm [...] of the absolute determinant of matrices [..., n, n], the "
         "factors [..., n, n] and the int32 pivots [..., n]."},
    Note{"_linalg_solve_ex",
         "Returns the solution, the factors and pivots, and the numbers of zero pivots as linalg_inv_ex. With "
         "A [..., n, n], the solution has the shape of `B`, [..., n] or [..., n, k]."},
    Note{"_pdist_forward",
         "Computes the p-norms of the differences of each two rows of a contiguous matrix. [n, d] becomes [n "
         "* (n - 1) / 2]."},
    Note{"_unique2",
         "Returns the elements without repetition, in order; the place of each element among them; how often "
         "each occurs. The last two are empty unless asked for."},
    Note{"adaptive_avg_pool1d",
         "Averages equal shares of the input, as many as output_size says. It is the last size of the result."},
    Note{"adaptive_avg_pool2d",
         "Averages equal shares of the input, as many as output_size says, which are the last sizes of the "
         "result."},
    Note{"adaptive_avg_pool3d",
         "Averages equal shares of the input, as many as output_size says, which are the last sizes of the "
         "result."},
    Note{"addbmm",
         "Adds up the products of matrices [b, n, m] and [b, m, p] over b; the result is [n, p], to which "
         "`self` broadcasts."},
    Note{"addmm", "Computes beta * self + alpha * mat1 @ mat2, [n, p] of [n, m] and [m, p]; `self` broadcasts."},
    Note{"addmv", "Computes beta * self + alpha * mat @ vec, [n] of [n, m] and [m]; `self` broadcasts."},
    Note{"all",
         "Tells whether all elements are nonzero; the result of bytes is a byte. No gradient flows through "
         "it. The result is [], or lacks the dimension `dim`; with keepdim it has size 1."},
    Note{"amax",
         "Finds the largest element along `dim`, or of all; NaN if there is one. Equal elements share the "
         "gradient. The result is [], or lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"amin",
         "Finds the smallest element along `dim`, or of all; NaN if there is one. Equal elements share the "
         "gradient. The result is [], or lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"any",
         "Tells whether any element is nonzero; the result of bytes is a byte. No gradient flows through it. "
         "The result is [], or lacks the dimension `dim`; with keepdim it has size 1."},
    Note{"argmax",
         "Finds where the first largest element is, along `dim` or in row-major order. The result is [], or "
         "lacks the dimension `dim`; with keepdim it has size 1."},
    Note{"argmin",
         "Finds where the first smallest element is, along `dim` or in row-major order. The result is [], or "
         "lacks the dimension `dim`; with keepdim it has size 1."},
    Note{"avg_pool1d",
         "Averages windows of [N, C, L] or [C, L]; each size becomes (size + 2 * padding - kernel) / stride + "
         "1, rounded down, or up with ceil_mode."},
    Note{"avg_pool2d",
         "Averages windows of [N, C, H, W] or [C, H, W]; each size becomes (size + 2 * padding - kernel) / "
         "stride + 1, rounded down, or up with ceil_mode."},
    Note{"avg_pool3d",
         "Averages windows of [N, C, D, H, W] or [C, D, H, W]; each size becomes (size + 2 * padding - "
         "kernel) / stride + 1, rounded down, or up with ceil_mode."},
    Note{"baddbmm",
         "Computes beta * self + alpha * batch1 @ batch2, [b, n, p] of [b, n, m] and [b, m, p]; `self` "
         "broadcasts."},
    Note{"bernoulli", "Draws ones with the probabilities of `self`, or with probability p."},
    Note{"binary_cross_entropy", "Takes probabilities in [0, 1]."},
    Note{"bmm", "Multiplies matrices [b, n, m] and [b, m, p]; the result is [b, n, p]."},
    Note{"cdist",
         "Computes the p-norms of the differences of each row of x1 and each row of x2: [..., n, d] and [..., "
         "m, d] become [..., n, m]."},
    Note{"constant_pad_nd",
         "`pad` counts elements before and after, last dimension first; a negative count removes elements."},
    Note{"contiguous", "Returns the tensor itself if it lies in memory as asked."},
    Note{"conv1d",
         "Takes input [N, C, L] or [C, L] and weight [out, C / groups, kernel...]. The result has `out` "
         "channels; each size becomes (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1, "
         "rounded down."},
    Note{"conv2d",
         "Takes input [N, C, H, W] or [C, H, W] and weight [out, C / groups, kernel...]. The result has `out` "
         "channels; each size becomes (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1, "
         "rounded down."},
    Note{"conv3d",
         "Takes input [N, C, D, H, W] or [C, D, H, W] and weight [out, C / groups, kernel...]. The result has "
         "`out` channels; each size becomes (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1, "
         "rounded down."},
    Note{"conv_transpose1d",
         "Takes input [N, C, L] or [C, L] and weight [C, out / groups, kernel...]. The result has `out` "
         "channels; each size becomes (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + "
         "output_padding + 1."},
    Note{"conv_transpose2d",
         "Takes input [N, C, H, W] or [C, H, W] and weight [C, out / groups, kernel...]. The result has `out` "
         "channels; each size becomes (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + "
         "output_padding + 1."},
    Note{"conv_transpose3d",
         "Takes input [N, C, D, H, W] or [C, D, H, W] and weight [C, out / groups, kernel...]. The result has "
         "`out` channels; each size becomes (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + "
         "output_padding + 1."},
    Note{"convolution",
         "Takes one to three spatial dimensions. `weight` is [out, in / groups, kernel...], or [in, out / "
         "groups, kernel...] if transposed. The result is [N, out, size...]; `conv2d` and `conv_transpose2d` "
         "give the sizes."},
    Note{"copy", "Returns `src` with the dtype and the sizes of `self`; `src` itself if it has them."},
    Note{"count_nonzero",
         "Counts the elements that are not zero as int64; the result is [], or lacks the dimension `dim`."},
    Note{"cummax",
         "Finds the largest element up to each one, the last of equal ones; NaN from the first NaN on. Values "
         "and int64 indices have the shape of `self`."},
    Note{"cummin",
         "Finds the smallest element up to each one, the last of equal ones; NaN from the first NaN on. "
         "Values and int64 indices have the shape of `self`."},
    Note{"cumprod", "Multiplies up along `dim`; integers and bools become int64. The result has the shape of `self`."},
    Note{"cumsum", "Adds up along `dim`; integers and bools become int64. The result has the shape of `self`."},
    Note{"digamma", "Computes the derivative of lgamma; NaN at the negative integers."},
    Note{"dot", "Adds up the products of two vectors [n]; the result is []."},
    Note{"embedding",
         "Picks row indices[...] of `weight` [n, d]; the result is [..., d]. The row padding_idx gets no "
         "gradient."},
    Note{"fft_fft", "Transforms `n` numbers along `dim`, by default all; the result is complex and has size n there."},
    Note{"fft_fft2",
         "Transforms the dimensions `dim`; the result is complex and has the sizes `s` there, by default "
         "those of `self`."},
    Note{"fft_fftn",
         "Transforms the dimensions `dim`; the result is complex and has the sizes `s` there, by default "
         "those of `self`."},
    Note{"fft_ifft",
         "Transforms `n` complex numbers along `dim` back, by default all; the result is complex and has size "
         "n there."},
    Note{"fft_ifft2",
         "Transforms the dimensions `dim` back; the result is complex and has the sizes `s` there, by default "
         "those of `self`."},
    Note{"fft_ifftn",
         "Transforms the dimensions `dim` back; the result is complex and has the sizes `s` there, by default "
         "those of `self`."},
    Note{"fft_irfft", "Transforms a half spectrum along `dim` back to `n` real numbers, by default 2 * (size - 1)."},
    Note{"fft_rfft",
         "Transforms `n` real numbers along `dim`, by default all; the result is complex and has size n / 2 + "
         "1 there, rounded down."},
    Note{"fill.Scalar", "Returns a tensor laid out as `self` whose elements are `value`."},
    Note{"gelu", "`approximate` is \"none\" or \"tanh\"."},
    Note{"grid_sampler", "Samples input [N, C, H, W] at the positions grid [N, h, w, 2]; the result is [N, C, h, w]."},
    Note{"grid_sampler_2d",
         "Samples input [N, C, H, W] at the positions grid [N, h, w, 2]; the result is [N, C, h, w]."},
    Note{"index.Tensor", "An undefined tensor stands for a whole dimension."},
    Note{"inverse", "Returns the inverse [..., n, n] of each matrix [..., n, n]."},
    Note{"kthvalue",
         "Finds the k-th smallest element, counted from 1. Values and int64 indices lack the dimension `dim`; "
         "with keepdim it has size 1."},
    Note{"lgamma", "Computes log(|gamma(self)|)."},
    Note{"linalg_cholesky_ex",
         "Returns the factor [..., n, n] and, as int32 [...], the order of the first minor that is not "
         "positive-definite, or zero."},
    Note{"linalg_inv_ex",
         "Returns the inverse and int32 numbers of zero pivots, counted from 1, or zero. Matrices [..., n, n] "
         "give [..., n, n] and [...]."},
    Note{"linalg_solve_triangular",
         "Solves A @ X = B, or X @ A = B if not `left`, with a triangular A [..., n, n]; X has the broadcast "
         "shape of `B`."},
    Note{"linalg_vector_norm",
         "Computes the norm of order `ord`. The result is [], or lacks the dimensions `dim`; with keepdim "
         "they have size 1."},
    Note{"linear", "Computes input @ weight.t() + bias: [..., in] and [out, in] become [..., out]."},
    Note{"logcumsumexp",
         "Computes log(cumsum(exp(self))) without overflow on the way. The result has the shape of `self`."},
    Note{"logsumexp",
         "Computes log(sum(exp(self))) without overflow on the way. The result lacks the dimensions `dim`; "
         "with keepdim they have size 1."},
    Note{"masked_scatter",
         "Takes the elements of `source` in row-major order, one for each place where `mask` is true."},
    Note{"matmul",
         "Multiplies [..., n, m] by [..., m, p] to [..., n, p]; leading dimensions broadcast. A vector counts "
         "as one row on the left, or one column on the right, and its dimension of size 1 is removed."},
    Note{"max",
         "Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if "
         "there is one. The results along `dim` are values and int64 indices, without that dimension; with "
         "keepdim it has size 1."},
    Note{"max_pool1d_with_indices",
         "`stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 "
         "* padding - dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode."},
    Note{"max_pool2d",
         "Finds the largest element of windows of [N, C, H, W] or [C, H, W]; each size becomes (size + 2 * "
         "padding - dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode."},
    Note{"max_pool2d_with_indices",
         "`stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 "
         "* padding - dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode."},
    Note{"max_pool3d",
         "Finds the largest element of windows of [N, C, D, H, W] or [C, D, H, W]; each size becomes (size + "
         "2 * padding - dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode."},
    Note{"max_pool3d_with_indices",
         "`stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 "
         "* padding - dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode."},
    Note{"mean",
         "Averages floating-point or complex elements; the mean of no elements is NaN. The result is [], or "
         "lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"median",
         "Finds the middle element, of two the smaller one; NaN if there is one. The results along `dim` are "
         "values and int64 indices, without that dimension; with keepdim it has size 1."},
    Note{"min",
         "Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN "
         "if there is one. The results along `dim` are values and int64 indices, without that dimension; with "
         "keepdim it has size 1."},
    Note{"mm", "Multiplies matrices [n, m] and [m, p]; the result is [n, p]."},
    Note{"msort", "Sorts along the first dimension."},
    Note{"mv", "Multiplies a matrix [n, m] by a vector [m]; the result is [n]."},
    Note{"nansum",
         "Adds up the elements that are not NaN. The result is [], or lacks the dimensions `dim`; with "
         "keepdim they have size 1."},
    Note{"native_dropout", "Returns the result and a bool tensor that tells which elements stayed."},
    Note{"native_group_norm",
         "Normalises the channels of each group, [N, C, ...]. `weight` and `bias` are [C], means and "
         "reciprocals [N, group]. Gradients flow through all three results."},
    Note{"native_layer_norm",
         "Normalises over the last dimensions, which normalized_shape names. Returns the result, the means "
         "and the reciprocal deviations; gradients flow through the first alone."},
    Note{"nll_loss_forward", "Returns the loss and the total weight of its targets."},
    Note{"norm",
         "p may be infinite, or 0, which counts nonzero elements. The result is [], or lacks the dimensions "
         "`dim`; with keepdim they have size 1."},
    Note{"outer", "Multiplies each two elements of two vectors. The result is [n, m]."},
    Note{"pad",
         "`pad` counts elements before and after, last dimension first. `mode` is \"constant\", \"reflect\", "
         "\"replicate\" or \"circular\"; all but the first take one to three dimensions."},
    Note{"pdist", "Computes the p-norms of the differences of each two rows: [n, d] becomes [n * (n - 1) / 2]."},
    Note{"polygamma", "Computes the n-th derivative of digamma for n from 0 to 100."},
    Note{"positive", "Returns the tensor itself."},
    Note{"prod",
         "Multiplies all elements, or along `dim`; integers and bools become an int64 that wraps. The result "
         "is [], or lacks the dimension `dim`; with keepdim it has size 1."},
    Note{"roll", "Without `dims` the tensor is rolled as if it were flat."},
    Note{"searchsorted",
         "Finds where each element would go into the sorted last dimension: before equal ones, or after them "
         "if `right` or side is \"right\"."},
    Note{"segment_reduce",
         "`reduce` is \"sum\", \"prod\", \"mean\", \"max\" or \"min\". A segment without elements becomes "
         "`initial`. `indices` are rejected. `unsafe` skips the check that the lengths add up."},
    Note{"sgn", "Computes the sign, or the direction of a complex number; zero of zero."},
    Note{"sign", "Computes -1, 0 or 1, and 0 for NaN. No gradient flows through it."},
    Note{"slice.Tensor", "Returns a view."},
    Note{"sort", "Returns values and int64 indices along `dim`. Equal elements keep their order."},
    Note{"std",
         "`correction` is subtracted from the number of elements; unbiased means 1. The result is [], or "
         "lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"std_mean",
         "Returns standard deviation and mean. `correction` is subtracted from the number of elements. Each "
         "is [], or lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"sum",
         "Adds up all elements, or along `dim`; integers and bools become int64. The result is [], or lacks "
         "the dimensions `dim`; with keepdim they have size 1."},
    Note{"sum_to_size", "Adds up to sizes that broadcast to those of the tensor; others are rejected."},
    Note{"take", "Picks elements by their index in row-major order."},
    Note{"take_along_dim", "Picks the elements that `indices`, which broadcasts, names along `dim`, or of all."},
    Note{"topk",
         "Returns the k largest or smallest elements and their int64 indices, always in order; both have size "
         "k along `dim`."},
    Note{"trace", "Adds up the diagonal of a matrix; integers become int64. The result is []."},
    Note{"unfold",
         "Returns a view of all windows of `size` elements, `step` apart, whose elements are the last "
         "dimension."},
    Note{"var",
         "`correction` is subtracted from the number of elements; unbiased means 1. The result is [], or "
         "lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"var_mean",
         "Returns variance and mean. `correction` is subtracted from the number of elements. Each is [], or "
         "lacks the dimensions `dim`; with keepdim they have size 1."},
    Note{"view_as_complex", "Takes float32 or float64 [..., 2] whose strides fit complex numbers."},
    Note{"view_as_real", "Returns [..., 2]: real and imaginary part."},
    Note{"where.Scalar", "The result has the dtype that the numbers have together."},
};

}  // namespace modecheck::generate
