// Defines the derivatives and dispatch tables of operators that pad, repeat, flip, or replace a part, and of tril and
// triu.
#include "spec/operators/shape.h"

#include <algorithm>
#include <vector>

#include "engine/backends/iterate/border.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
using namespace formula;  // NOLINT: formulas read like arithmetic

// Backward flips the gradient in the same dimensions, because flipping is its own inverse.
MODECHECK_GRADIENT(FlipBackward0, (flip), dims) { return call<operators::flip>(g, dims); }

MODECHECK_GRADIENT(TriuBackward0, (triu, triu_), diagonal) { return call<operators::triu>(g, diagonal); }
MODECHECK_GRADIENT(TrilBackward0, (tril, tril_), diagonal) { return call<operators::tril>(g, diagonal); }

// The gradient of constant_pad_nd is padded by the negated padding. That drops the gradient of added elements and gives
// removed elements a zero gradient.
MODECHECK_GRADIENT(ConstantPadNdBackward0, (constant_pad_nd), pad) {
  SmallSizes negated;
  for (const std::int64_t side : pad) negated.push_back(-side);
  return call<operators::constant_pad_nd>(g, negated, 0);
}

namespace {

// Returns the gradient of the argument of a reflection or replication padding. An element gets the sum of the gradients
// of all positions to which it was copied.
at::Tensor border_gradient(const at::Tensor& g, const at::Tensor& a, const SmallSizes& padding, bool reflects) {
  at::Tensor out = g;
  const std::size_t rank = a.sizes().size();
  for (std::size_t i = 0; 2 * i < padding.size(); ++i) {
    const std::size_t d = rank - 1 - i;
    const at::Tensor index =
        index_tensor(backends::border_index(a.sizes()[d], padding[2 * i], padding[2 * i + 1], reflects), a);
    std::vector<std::int64_t> sizes = out.sizes().vec();
    sizes[d] = a.sizes()[d];
    out = index_added(sizes, static_cast<std::int64_t>(d), index, out);
  }
  return out;
}

}  // namespace

// The padding operators save their argument as in libtorch, although the argument's sizes would suffice.
MODECHECK_GRADIENT(ReflectionPad1DBackward0, (reflection_pad1d), self, padding) {
  return border_gradient(g, self, padding, true);
}
MODECHECK_GRADIENT_OF(ReflectionPad1DBackward0, ReflectionPad2DBackward0, reflection_pad2d)
MODECHECK_GRADIENT_OF(ReflectionPad1DBackward0, ReflectionPad3DBackward0, reflection_pad3d)
MODECHECK_GRADIENT(ReplicationPad2DBackward0, (replication_pad2d), self, padding) {
  return border_gradient(g, self, padding, false);
}
MODECHECK_GRADIENT_OF(ReplicationPad2DBackward0, ReplicationPad3DBackward0, replication_pad3d)

// The gradient of repeat's argument is the sum over all repetitions. The incoming gradient is viewed with one dimension
// for each number of repetitions and summed over these dimensions.
MODECHECK_GRADIENT(RepeatBackward0, (repeat), self_sizes, repeats) {
  if (g.numel() == 0) return zeros(self_sizes, g);
  const std::size_t lead = repeats.size() - self_sizes.size();
  SmallSizes pairs, repeated;
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    repeated.push_back(static_cast<std::int64_t>(pairs.size()));
    pairs.push_back(repeats[i]);
    if (i >= lead) pairs.push_back(self_sizes[i - lead]);
  }
  if (repeated.empty()) return g;
  return call<operators::sum_dim_IntList>(reshape(g, pairs), repeated, false, c10::nullopt);
}

MODECHECK_GRADIENT(NarrowCopyBackward0, (narrow_copy), self_sizes, wrapped_dim, start, length) {
  const std::int64_t first = start < 0 ? start + self_sizes[static_cast<std::size_t>(wrapped_dim)] : start;
  return call<operators::slice_scatter>(zeros(self_sizes, g), g, wrapped_dim, first, first + length, 1);
}

MODECHECK_GRADIENTS(SliceScatterBackward0, (slice_scatter), src_sizes, dim, start, end, step) {
  if (b.needs(0)) b.out(0) = call<operators::slice_scatter>(g, zeros(src_sizes, g), dim, start, end, step);
  if (b.needs(1)) b.out(1) = call<operators::slice_Tensor>(g, dim, start, end, step);
}

MODECHECK_GRADIENTS(SelectScatterBackward0, (select_scatter), src_sizes, dim, index) {
  if (b.needs(0)) b.out(0) = call<operators::select_scatter>(g, zeros(src_sizes, g), dim, index);
  if (b.needs(1)) b.out(1) = call<operators::select_int>(g, dim, index);
}

MODECHECK_REGISTER(reflection_pad1d_out, reflection_pad2d_out, replication_pad2d_out, reflection_pad3d_out,
                   replication_pad3d_out, tril_out, triu_out, narrow_copy_out)

}  // namespace modecheck::engine
