#include "engine/ops/truth.h"

namespace at {
inline namespace modecheck_v1 {
namespace logic {
namespace {

void check_bool(const char* symbol, const Tensor& a) {
  MODECHECK_CHECK(a.scalar_type() == c10::kBool, modecheck::engine::ErrorClass::Unsupported, "operator", symbol,
                  ": operations on the bits of ", a.scalar_type(), " are not supported here; only bool tensors are");
}

}  // namespace

Tensor negation(const Tensor& a) {
  check_bool("~", a);
  return a.eq(c10::Scalar(false));
}

Tensor conjunction(const Tensor& a, const Tensor& b) {
  check_bool("&", a);
  check_bool("&", b);
  return a.mul(b);
}

Tensor disjunction(const Tensor& a, const Tensor& b) {
  check_bool("|", a);
  check_bool("|", b);
  return a.maximum(b);
}

Tensor difference(const Tensor& a, const Tensor& b) {
  check_bool("^", a);
  check_bool("^", b);
  return a.ne(b);
}

}  // namespace logic
}  // namespace modecheck_v1
}  // namespace at
