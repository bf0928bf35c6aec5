#include "engine/ops/gamma_functions.h"

#include "engine/dispatch/hidden_rows.h"
#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor polygamma(const at::Tensor& x, std::int64_t n) { return call<hidden::polygamma>(x, n); }

// The argument is kept.
struct OfArgument : Differentiable {
  SavedTensor self;
  auto saved() { return std::tie(self); }
};

}  // namespace

template <>
struct Derivative<hidden::lgamma> : OfArgument {
  static constexpr const char* name = "LgammaBackward0";
  void save(Saver& saver, const at::Tensor& a) { saver.input(self, a); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), call<hidden::digamma>(b.get(self)));
  }
};

template <>
struct Derivative<hidden::digamma> : OfArgument {
  static constexpr const char* name = "DigammaBackward0";
  void save(Saver& saver, const at::Tensor& a) { saver.input(self, a); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), polygamma(b.get(self), 1));
  }
};

template <>
struct Derivative<hidden::polygamma> : OfArgument {
  static constexpr const char* name = "PolygammaBackward0";
  std::int64_t order = 0;
  void save(Saver& saver, const at::Tensor& a, std::int64_t n) {
    saver.input(self, a);
    order = n;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), polygamma(b.get(self), order + 1));
  }
};

MODECHECK_REGISTER_ROW(hidden::lgamma);
MODECHECK_REGISTER_ROW(hidden::digamma);
MODECHECK_REGISTER_ROW(hidden::polygamma);

}  // namespace modecheck::engine

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace hidden = modecheck::engine::hidden;

Tensor lgamma(const Tensor& self) { return call<hidden::lgamma>(self); }
Tensor digamma(const Tensor& self) { return call<hidden::digamma>(self); }
Tensor polygamma(std::int64_t n, const Tensor& self) { return call<hidden::polygamma>(self, n); }

}  // namespace modecheck_v1
}  // namespace at
