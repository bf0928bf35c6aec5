// Distances: derivatives and dispatch tables. Their derivatives have none themselves, as libtorch's.
#include "spec/operators/distance.h"

#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

at::Tensor turned(const at::Tensor& a) { return call<operators::transpose_int>(a, -2, -1); }

struct CdistDerivative : Differentiable {
  static constexpr const char* name = "CdistBackward0";
  static constexpr bool saves_result = true;
  SavedTensor x1, x2, result;
  double p = 2;
  auto saved() { return std::tie(x1, x2, result); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, double order,
            c10::optional<std::int64_t> /*compute_mode*/) {
    saver.input(x1, a);
    saver.input(x2, b);
    p = order;
  }
  void backward(Backward& b) {
    const at::Tensor first = b.get(x1);
    const at::Tensor second = b.get(x2);
    const at::Tensor distances = b.get(result);
    if (b.needs(0)) b.out(0) = call<operators::_cdist_backward>(b.gradient(), first, second, p, distances);
    if (b.needs(1))
      b.out(1) = call<operators::_cdist_backward>(turned(b.gradient()), second, first, p, turned(distances));
  }
};

struct PdistDerivative : Differentiable {
  static constexpr const char* name = "PdistBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  double p = 2;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, double order) {
    saver.input(self, a);
    p = order;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::_pdist_backward>(b.gradient(), b.get(self), p, b.get(result));
  }
};

struct CdistBackwardDerivative : Differentiable {
  static constexpr const char* name = "CdistBackwardBackward0";
  void backward(Backward& /*is refused*/) {
    raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_cdist_backward' is not implemented");
  }
};

struct PdistBackwardDerivative : Differentiable {
  static constexpr const char* name = "PdistBackwardBackward0";
  void backward(Backward& /*is refused*/) {
    raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_pdist_backward' is not implemented");
  }
};

}  // namespace

template <>
struct Derivative<operators::_cdist_forward> : CdistDerivative {};
template <>
struct Derivative<operators::_pdist_forward> : PdistDerivative {};
template <>
struct Derivative<operators::_cdist_backward> : CdistBackwardDerivative {};
template <>
struct Derivative<operators::_pdist_backward> : PdistBackwardDerivative {};

MODECHECK_REGISTER(_cdist_forward);
MODECHECK_REGISTER(_pdist_forward);
MODECHECK_REGISTER(_cdist_backward);
MODECHECK_REGISTER(_pdist_backward);

}  // namespace modecheck::engine
