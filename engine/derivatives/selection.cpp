// max, min and median of a whole tensor, masked_select, take, roll, diag_embed, trace, unfold, logcumsumexp:
// derivatives and dispatch tables.
#include "spec/operators/selection.h"

#include <algorithm>
#include <vector>

#include "engine/backends/iterate/broadcast.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/register.h"
#include "spec/operators/activation.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/reduction.h"
#include "spec/operators/shape.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// All elements that are equal to the result share its gradient.
struct OneOfAllDerivative : Differentiable {
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a) { saver.input(self, a); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor chosen = b.get(result);
    // NaN equals nothing, so if the result is NaN, all NaN elements share the gradient.
    const at::Tensor neither =
        call<operators::logical_and>(call<operators::ne_Tensor>(a, a), call<operators::ne_Tensor>(chosen, chosen));
    const at::Tensor mask = call<operators::logical_or>(eq(a, chosen), neither);
    const at::Tensor count = call<operators::sum>(mask, c10::nullopt);
    b.out(0) = mul(div(b.gradient(), count), mask);
  }
};

struct MaskedSelectDerivative : Differentiable {
  static constexpr const char* name = "MaskedSelectBackward0";
  SavedTensor self, mask;
  auto saved() { return std::tie(self, mask); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& chosen) {
    saver.input(self, a);
    saver.constant(mask, chosen);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor chosen = b.get(mask);
    backends::Dims shape(a.sizes());
    backends::BroadcastMismatch mismatch;
    backends::broadcast_into(shape, chosen.sizes(), mismatch);
    b.out(0) = call<operators::masked_scatter>(zeros(shape, b.gradient()), chosen, b.gradient());
  }
};

struct TakeDerivative : Differentiable {
  static constexpr const char* name = "TakeBackward0";
  SavedTensor self, index;
  auto saved() { return std::tie(self, index); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& places) {
    saver.input(self, a);
    saver.constant(index, places);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor places = reshape(b.get(index), {-1});
    const at::Tensor counted =
        where(call<operators::lt_Scalar>(places, 0), add(places, number(a.numel(), places)), places);
    const at::Tensor flat = index_added({a.numel()}, 0, counted, reshape(b.gradient(), {-1}));
    b.out(0) = reshape(flat, a.sizes());
  }
};

struct RollDerivative : Differentiable {
  static constexpr const char* name = "RollBackward0";
  SmallSizes shifts, dims;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, c10::IntArrayRef by, c10::IntArrayRef along) {
    // Backward rolls in the opposite direction and in reverse order.
    for (std::size_t i = by.size(); i-- > 0;) shifts.push_back(-by[i]);
    for (std::size_t i = along.size(); i-- > 0;) dims.push_back(along[i]);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::roll>(b.gradient(), shifts, dims);
  }
};

struct DiagEmbedDerivative : Differentiable {
  static constexpr const char* name = "DiagEmbedBackward0";
  std::int64_t offset = 0, first = -2, second = -1;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t above, std::int64_t dim1, std::int64_t dim2) {
    offset = above;
    first = dim1;
    second = dim2;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::diagonal>(b.gradient(), offset, first, second);
  }
};

struct TraceDerivative : Differentiable {
  static constexpr const char* name = "TraceBackward0";
  SmallSizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& self) { sizes = self.sizes(); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor whole = zeros(sizes, b.gradient());
    call<operators::copy_>(call<operators::diagonal>(whole, 0, 0, 1), b.gradient(), false);
    b.out(0) = whole;
  }
};

// Each element gets the sum of the gradients from all windows that contain it.
struct UnfoldDerivative : Differentiable {
  static constexpr const char* name = "UnfoldBackward0";
  SmallSizes sizes;
  std::int64_t dim = 0, size = 0, step = 1;
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t dimension, std::int64_t length,
            std::int64_t distance) {
    sizes = self.sizes();
    dim = wrap(dimension, self.dim());
    size = length;
    step = distance;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor& g = b.gradient();
    if (sizes.empty()) {
      b.out(0) = size == 0 ? g.sum() : reshape(g, sizes);
      return;
    }
    // The dimension of positions within a window is moved behind that of the windows, and both are merged.
    const std::int64_t windows = g.size(dim);
    std::vector<std::int64_t> order;
    std::vector<std::int64_t> joined;
    for (std::int64_t d = 0; d < g.dim() - 1; ++d) {
      order.push_back(d);
      if (d == dim) order.push_back(g.dim() - 1);
      joined.push_back(d == dim ? windows * size : g.size(d));
    }
    const at::Tensor places = empty(windows * size, c10::kLong, host_of(g.device()));
    if (!places.is_meta()) {
      std::int64_t* to = places.data_ptr<std::int64_t>();
      for (std::int64_t window = 0; window < windows; ++window)
        for (std::int64_t i = 0; i < size; ++i) *to++ = window * step + i;
    }
    b.out(0) = index_added(sizes, dim, placed(places, g.device()), reshape(call<operators::permute>(g, order), joined));
  }
};

struct LogCumulativeDerivative : Differentiable {
  static constexpr const char* name = "LogcumsumexpBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  std::int64_t dim = 0;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, std::int64_t along) {
    saver.input(self, a);
    dim = along;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(self);
    if (x.dim() == 0) {
      b.out(0) = b.gradient();
      return;
    }
    const auto last = [this](const at::Tensor& t) { return call<operators::transpose_int>(t, dim, -1); };
    const auto unsqueezed = [](const at::Tensor& t, std::int64_t at) { return call<operators::unsqueeze>(t, at); };
    // The derivative of every result with respect to each element. It is zero for results before the element.
    const at::Tensor apart = sub(unsqueezed(last(x), -1), unsqueezed(last(b.get(result)), -2));
    const at::Tensor shares = call<operators::triu>(call<operators::exp>(call<operators::triu>(apart, 0)), 0);
    const at::Tensor parts = mul(shares, unsqueezed(last(b.gradient()), -2));
    b.out(0) = last(call<operators::sum_dim_IntList>(parts, c10::IntArrayRef(std::int64_t{-1}), false, c10::nullopt));
  }
};

}  // namespace

template <>
struct Derivative<operators::max> : OneOfAllDerivative {
  static constexpr const char* name = "MaxBackward1";
};
template <>
struct Derivative<operators::min> : OneOfAllDerivative {
  static constexpr const char* name = "MinBackward1";
};
template <>
struct Derivative<operators::median> : OneOfAllDerivative {
  static constexpr const char* name = "MedianBackward0";
};

MODECHECK_REGISTER_WITH(MaskedSelectDerivative, masked_select)
MODECHECK_REGISTER_WITH(TakeDerivative, take)
MODECHECK_REGISTER_WITH(RollDerivative, roll)
MODECHECK_REGISTER_WITH(DiagEmbedDerivative, diag_embed)
MODECHECK_REGISTER_WITH(TraceDerivative, trace)
MODECHECK_REGISTER_WITH(UnfoldDerivative, unfold)
MODECHECK_REGISTER_WITH(LogCumulativeDerivative, logcumsumexp)
MODECHECK_REGISTER(max, min, median, masked_select_out, take_out)

}  // namespace modecheck::engine
