// Notes on operators that the generated docstrings add to the schema.
#pragma once

#include <array>
#include <string_view>

namespace modecheck::generate {

struct Note {
  std::string_view operation;  // named as in overrides.h
  std::string_view text;
};

inline constexpr std::array kNotes{
    Note{"_cdist_forward",
         "Computes the p-norms of the differences of each row of x1 and each row of x2. Leading dimensions broadcast. "
         "Every compute_mode computes the same."},
    Note{"_embedding_bag",
         "Computes sums (mode 0), means (1) or maxima (2) of the rows of `weight` that `indices` name, bag by bag. "
         "`offsets` tell where each bag begins. Sparse gradients are not supported."},
    Note{"_fft_c2c",
         "Transforms complex numbers in either direction. normalization: 0 none, 1 the root of the size, 2 the size."},
    Note{"_fft_c2r", "Transforms a half spectrum back to last_dim_size real numbers."},
    Note{"_fft_r2c",
         "Transforms real numbers; `onesided` keeps the half of the last dimension that determines the rest."},
    Note{"_linalg_det", "Returns the determinant, the factors and the pivots."},
    Note{"_linalg_slogdet", "Returns sign and logarithm of the absolute determinant, the factors and the pivots."},
    Note{"_linalg_solve_ex",
         "Returns the solution, the factors and pivots, and the numbers of zero pivots as linalg_inv_ex."},
    Note{"_pdist_forward", "Computes the p-norms of the differences of each two rows of a contiguous matrix."},
    Note{"_unique2",
         "Returns the elements without repetition, in order; the place of each element among them; how often each "
         "occurs. The last two are empty unless asked for."},
    Note{"adaptive_avg_pool1d", "Averages equal shares of the input, as many as output_size says."},
    Note{"all", "Tells whether all elements are nonzero; the result of bytes is a byte. No gradient flows through it."},
    Note{"amax",
         "Finds the largest element along `dim`, or of all; NaN if there is one. Equal elements share the gradient."},
    Note{"amin",
         "Finds the smallest element along `dim`, or of all; NaN if there is one. Equal elements share the gradient."},
    Note{"any", "Tells whether any element is nonzero; the result of bytes is a byte. No gradient flows through it."},
    Note{"argmax", "Finds where the first largest element is, along `dim` or in row-major order. Bools are rejected."},
    Note{"argmin", "Finds where the first smallest element is, along `dim` or in row-major order. Bools are rejected."},
    Note{"bernoulli", "Draws ones with the probabilities of `self`, or with probability p."},
    Note{"binary_cross_entropy", "Takes probabilities in [0, 1]."},
    Note{"constant_pad_nd",
         "`pad` counts elements before and after, last dimension first; a negative count removes elements."},
    Note{"contiguous", "Returns the tensor itself if it lies in memory as asked."},
    Note{"convolution",
         "Takes one to three spatial dimensions. `weight` is [out, in / groups, kernel...], or [in, out / groups, "
         "kernel...] if transposed."},
    Note{"copy", "Returns `src` with the dtype and the sizes of `self`; `src` itself if it has them."},
    Note{"count_nonzero", "Returns an int64."},
    Note{"cummax", "Finds the largest element up to each one, the last of equal ones; NaN from the first NaN on."},
    Note{"cummin", "Finds the smallest element up to each one, the last of equal ones; NaN from the first NaN on."},
    Note{"cumsum", "Adds up along `dim`; integers become int64. Float16 and bool are rejected."},
    Note{"digamma", "Computes the derivative of lgamma; NaN at the negative integers."},
    Note{"embedding", "Picks row indices[...] of `weight`. The row padding_idx gets no gradient."},
    Note{"fill.Scalar", "Returns a tensor laid out as `self` whose elements are `value`."},
    Note{"gelu", "`approximate` is \"none\" or \"tanh\"."},
    Note{"index.Tensor", "An undefined tensor stands for a whole dimension."},
    Note{"kthvalue", "Finds the k-th smallest element, counted from 1."},
    Note{"lgamma", "Computes log(|gamma(self)|)."},
    Note{"linalg_inv_ex", "Returns the inverse and int32 numbers of zero pivots, counted from 1, or zero."},
    Note{"logcumsumexp", "Computes log(cumsum(exp(self))) without overflow on the way. Integers are rejected."},
    Note{"logsumexp", "Computes log(sum(exp(self))) without overflow on the way."},
    Note{"masked_scatter",
         "Takes the elements of `source` in row-major order, one for each place where `mask` is true."},
    Note{"max",
         "Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if there is "
         "one."},
    Note{"max_pool2d_with_indices", "`stride` is the kernel's size unless given. NaN counts as the largest."},
    Note{"max_pool3d_with_indices", "`stride` is the kernel's size unless given. NaN counts as the largest."},
    Note{"mean", "Averages floating-point or complex elements; the mean of no elements is NaN."},
    Note{"median", "Finds the middle element, of two the smaller one; NaN if there is one."},
    Note{"min",
         "Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN if there "
         "is one."},
    Note{"msort", "Sorts along the first dimension."},
    Note{"nansum", "Adds up the elements that are not NaN."},
    Note{"native_dropout", "Returns the result and a bool tensor that tells which elements stayed."},
    Note{"native_group_norm",
         "Normalises the channels of each group, [N, C, ...]. `weight` and `bias` are [C], means and reciprocals "
         "[N, group]. Gradients flow through all three results."},
    Note{"native_layer_norm",
         "Normalises over the last dimensions, which normalized_shape names. Returns the result, the means and the "
         "reciprocal deviations; gradients flow through the first alone."},
    Note{"nll_loss_forward", "Returns the loss and the total weight of its targets."},
    Note{"norm", "Integers are rejected. p may be infinite, or 0, which counts nonzero elements."},
    Note{"outer", "Multiplies each two elements of two vectors."},
    Note{"pad",
         "`pad` counts elements before and after, last dimension first. `mode` is \"constant\", \"reflect\", "
         "\"replicate\" or \"circular\"; all but the first take one to three dimensions."},
    Note{"polygamma", "Computes the n-th derivative of digamma for n from 0 to 100."},
    Note{"positive", "Returns the tensor itself. Bools are rejected."},
    Note{"prod",
         "Multiplies all elements, or along `dim`; integers become an int64 that wraps. Float16 and BFloat16 are "
         "rejected."},
    Note{"roll", "Without `dims` the tensor is rolled as if it were flat."},
    Note{"segment_reduce",
         "`reduce` is \"sum\", \"prod\", \"mean\", \"max\" or \"min\". A segment without elements becomes `initial`. "
         "`indices` are rejected. `unsafe` skips the check that the lengths add up."},
    Note{"searchsorted",
         "Finds where each element would go into the sorted last dimension: before equal ones, or after them if "
         "`right` or side is \"right\"."},
    Note{"sgn", "Computes the sign, or the direction of a complex number; zero of zero."},
    Note{"sign", "Computes -1, 0 or 1, and 0 for NaN. No gradient flows through it."},
    Note{"slice.Tensor", "Returns a view."},
    Note{"sort", "Returns values and int64 indices along `dim`. Equal elements keep their order."},
    Note{"sum_to_size", "Adds up to sizes that broadcast to those of the tensor; others are rejected."},
    Note{"take", "Picks elements by their index in row-major order."},
    Note{"take_along_dim", "Picks the elements that `indices`, which broadcasts, names along `dim`, or of all."},
    Note{"topk", "Returns the k largest or smallest elements, always in order."},
    Note{"trace", "Adds up the diagonal of a matrix; integers become int64."},
    Note{"unfold",
         "Returns a view of all windows of `size` elements, `step` apart, whose elements are the last dimension."},
    Note{"var", "`correction` is subtracted from the number of elements; unbiased means 1. Integers are rejected."},
    Note{"std", "`correction` is subtracted from the number of elements; unbiased means 1. Integers are rejected."},
    Note{"view_as_complex", "Takes float32 or float64 [..., 2] whose strides fit complex numbers."},
    Note{"view_as_real", "Returns [..., 2]: real and imaginary part. Tensors that are not complex are rejected."},
    Note{"where.Scalar", "The result has the dtype that the numbers have together."},
};

}  // namespace modecheck::generate
