// Along dimensions: derivatives and dispatch tables.
#include "spec/operators/reduction.h"

#include <algorithm>
#include <vector>

#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"
#include "engine/ops/small_sizes.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Sizes = SmallSizes;

// Ascending, non-negative; all dimensions if none were named.
Sizes normalised(c10::OptionalIntArrayRef dims, std::int64_t rank) {
  Sizes out;
  if (!dims.has_value() || dims->empty()) {
    for (std::int64_t i = 0; i < rank; ++i) out.push_back(i);
    return out;
  }
  if (rank == 0) return out;
  for (std::int64_t dim : *dims) out.push_back(wrap(dim, rank));
  std::sort(out.begin(), out.end());
  return out;
}

// The reduced dimensions again, with size 1.
at::Tensor restore_reduced(const at::Tensor& reduced, const Sizes& dims, bool keepdim, c10::IntArrayRef sizes) {
  if (keepdim || dims.empty()) return reduced;
  Sizes restored(sizes);
  for (std::int64_t dim : dims) restored[static_cast<std::size_t>(dim)] = 1;
  return reshape(reduced, restored);
}

struct SumDerivative : Differentiable {
  static constexpr const char* name = "SumBackward0";
  Sizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::optional<c10::ScalarType> /*dtype*/) {
    sizes = self.sizes();
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = expand(b.gradient(), sizes);
  }
};

struct SumDimDerivative : Differentiable {
  static constexpr const char* name = "SumBackward1";
  Sizes sizes, dims;
  bool keepdim = false;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keep,
            c10::optional<c10::ScalarType> /*dtype*/) {
    sizes = self.sizes();
    dims = normalised(dim, self.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = expand(restore_reduced(b.gradient(), dims, keepdim, sizes), sizes);
  }
};

// Keeps its argument, as libtorch's does, though its sizes would be enough.
struct MeanDerivative : Differentiable {
  static constexpr const char* name = "MeanBackward1";
  SavedTensor self;
  Sizes dims;
  bool keepdim = false;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, c10::OptionalIntArrayRef dim, bool keep,
            c10::optional<c10::ScalarType> /*dtype*/) {
    saver.input(self, a);
    dims = normalised(dim, a.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    std::int64_t count = 1;
    for (std::int64_t dim : dims) count *= a.sizes()[static_cast<std::size_t>(dim)];
    const at::Tensor spread = expand(restore_reduced(b.gradient(), dims, keepdim, a.sizes()), a.sizes());
    b.out(0) = div(spread, number(count, spread));
  }
};

// Elements that share the maximum share its gradient.
struct AmaxDerivative : Differentiable {
  static constexpr const char* name = "AmaxBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  Sizes dims;
  bool keepdim = false;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef dim, bool keep) {
    saver.input(self, a);
    dims = normalised(dim, a.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor mask = eq(restore_reduced(b.get(result), dims, keepdim, a.sizes()), a);
    const at::Tensor gradient = restore_reduced(b.gradient(), dims, keepdim, a.sizes());
    b.out(0) = div(mul(gradient, mask), call<operators::sum_dim_IntList>(mask, dims, true, c10::nullopt));
  }
};

struct SoftmaxDerivative : Differentiable {
  static constexpr const char* name = "SoftmaxBackward0";
  static constexpr bool saves_result = true;
  SavedTensor result;
  std::int64_t dim = 0;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t along, bool /*half_to_float*/) { dim = along; }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor y = b.get(result);
    const at::Tensor total = call<operators::sum_dim_IntList>(mul(b.gradient(), y), dim, true, c10::nullopt);
    b.out(0) = mul(sub(b.gradient(), total), y);
  }
};

}  // namespace

template <>
struct Derivative<operators::sum> : SumDerivative {};
template <>
struct Derivative<operators::sum_dim_IntList> : SumDimDerivative {};
template <>
struct Derivative<operators::mean_dim> : MeanDerivative {};
template <>
struct Derivative<operators::amax> : AmaxDerivative {};
template <>
struct Derivative<operators::_softmax> : SoftmaxDerivative {};

MODECHECK_REGISTER(sum);
MODECHECK_REGISTER(sum_dim_IntList);
MODECHECK_REGISTER(sum_IntList_out);
MODECHECK_REGISTER(mean_dim);
MODECHECK_REGISTER(amax);
MODECHECK_REGISTER(_softmax);

}  // namespace modecheck::engine
