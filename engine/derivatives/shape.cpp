// Padding, repeating, flipping and masking of triangles: derivatives and dispatch tables.
#include "spec/operators/shape.h"

#include <algorithm>
#include <vector>

#include "engine/backends/iterate/border.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/register.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace {

// Flipping is its own inverse.
struct FlipDerivative : Differentiable {
  static constexpr const char* name = "FlipBackward0";
  SmallSizes dims;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, c10::IntArrayRef flipped) { dims = flipped; }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::flip>(b.gradient(), dims);
  }
};

template <bool upper>
struct TriangleDerivative : Differentiable {
  static constexpr const char* name = upper ? "TriuBackward0" : "TrilBackward0";
  std::int64_t diagonal = 0;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t along) { diagonal = along; }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    b.out(0) = upper ? call<operators::triu>(b.gradient(), diagonal) : call<operators::tril>(b.gradient(), diagonal);
  }
};

// The negated padding drops the gradient of added elements and gives removed elements a zero gradient.
struct PadDerivative : Differentiable {
  static constexpr const char* name = "ConstantPadNdBackward0";
  SmallSizes negated;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, c10::IntArrayRef pad, const c10::Scalar& /*value*/) {
    negated = pad;
    for (std::int64_t& side : negated) side = -side;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::constant_pad_nd>(b.gradient(), negated, 0);
  }
};

// An element gets the sum of the gradients of all positions to which it was copied. The argument is saved as in
// libtorch, although its sizes would suffice.
template <bool reflects>
struct BorderDerivative : Differentiable {
  SavedTensor self;
  SmallSizes padding;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef pad) {
    saver.input(self, a);
    padding = pad;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    at::Tensor out = b.gradient();
    const std::size_t rank = a.sizes().size();
    for (std::size_t i = 0; 2 * i < padding.size(); ++i) {
      const std::size_t d = rank - 1 - i;
      const std::vector<std::int64_t> places =
          backends::border_index(a.sizes()[d], padding[2 * i], padding[2 * i + 1], reflects);
      at::Tensor index = empty(static_cast<std::int64_t>(places.size()), c10::kLong, c10::kCPU);
      std::copy(places.begin(), places.end(), static_cast<std::int64_t*>(index.data_ptr()));
      index = placed(index, a.device());
      std::vector<std::int64_t> sizes = out.sizes().vec();
      sizes[d] = a.sizes()[d];
      out = formula::index_added(sizes, static_cast<std::int64_t>(d), index, out);
    }
    b.out(0) = out;
  }
};

// The gradient is viewed with one dimension for each repetition and summed over these dimensions.
struct RepeatDerivative : Differentiable {
  static constexpr const char* name = "RepeatBackward0";
  SmallSizes sizes, repetitions;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef repeats) {
    sizes = self.sizes();
    repetitions = repeats;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor& gradient = b.gradient();
    if (gradient.numel() == 0) {
      b.out(0) = formula::zeros(sizes, gradient);
      return;
    }
    const std::size_t lead = repetitions.size() - sizes.size();
    SmallSizes pairs, repeated;
    for (std::size_t i = 0; i < repetitions.size(); ++i) {
      repeated.push_back(static_cast<std::int64_t>(pairs.size()));
      pairs.push_back(repetitions[i]);
      if (i >= lead) pairs.push_back(sizes[i - lead]);
    }
    if (repeated.empty()) {
      b.out(0) = gradient;
      return;
    }
    b.out(0) = call<operators::sum_dim_IntList>(formula::reshape(gradient, pairs), repeated, false, c10::nullopt);
  }
};

struct SliceScatterDerivative : Differentiable {
  static constexpr const char* name = "SliceScatterBackward0";
  SmallSizes sizes;  // of the source
  std::int64_t dim = 0, step = 1;
  c10::optional<std::int64_t> start, end;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const at::Tensor& src, std::int64_t along,
            c10::optional<std::int64_t> from, c10::optional<std::int64_t> to, std::int64_t by) {
    sizes = src.sizes();
    dim = along;
    start = from;
    end = to;
    step = by;
  }
  void backward(Backward& b) {
    const at::Tensor& gradient = b.gradient();
    if (b.needs(0))
      b.out(0) = call<operators::slice_scatter>(gradient, formula::zeros(sizes, gradient), dim, start, end, step);
    if (b.needs(1)) b.out(1) = call<operators::slice_Tensor>(gradient, dim, start, end, step);
  }
};

struct SelectScatterDerivative : Differentiable {
  static constexpr const char* name = "SelectScatterBackward0";
  SmallSizes sizes;  // of the source
  std::int64_t dim = 0, index = 0;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const at::Tensor& src, std::int64_t along,
            std::int64_t which) {
    sizes = src.sizes();
    dim = along;
    index = which;
  }
  void backward(Backward& b) {
    const at::Tensor& gradient = b.gradient();
    if (b.needs(0)) b.out(0) = call<operators::select_scatter>(gradient, formula::zeros(sizes, gradient), dim, index);
    if (b.needs(1)) b.out(1) = call<operators::select_int>(gradient, dim, index);
  }
};

}  // namespace

template <>
struct Derivative<operators::reflection_pad1d> : BorderDerivative<true> {
  static constexpr const char* name = "ReflectionPad1DBackward0";
};
template <>
struct Derivative<operators::reflection_pad2d> : BorderDerivative<true> {
  static constexpr const char* name = "ReflectionPad2DBackward0";
};
template <>
struct Derivative<operators::replication_pad2d> : BorderDerivative<false> {
  static constexpr const char* name = "ReplicationPad2DBackward0";
};
template <>
struct Derivative<operators::reflection_pad3d> : BorderDerivative<true> {
  static constexpr const char* name = "ReflectionPad3DBackward0";
};
template <>
struct Derivative<operators::replication_pad3d> : BorderDerivative<false> {
  static constexpr const char* name = "ReplicationPad3DBackward0";
};

MODECHECK_REGISTER_WITH(PadDerivative, constant_pad_nd)
MODECHECK_REGISTER_WITH(RepeatDerivative, repeat)
MODECHECK_REGISTER_WITH(SliceScatterDerivative, slice_scatter)
MODECHECK_REGISTER_WITH(SelectScatterDerivative, select_scatter)
MODECHECK_REGISTER_WITH(FlipDerivative, flip)
MODECHECK_REGISTER_WITH(TriangleDerivative<false>, tril, tril_)
MODECHECK_REGISTER_WITH(TriangleDerivative<true>, triu, triu_)
MODECHECK_REGISTER(reflection_pad1d, reflection_pad1d_out, reflection_pad2d, reflection_pad2d_out, replication_pad2d,
                   replication_pad2d_out, reflection_pad3d, reflection_pad3d_out, replication_pad3d,
                   replication_pad3d_out, tril_out, triu_out)

}  // namespace modecheck::engine
