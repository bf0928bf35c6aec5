// eq, lt, gt. Results are bool; written in place they become the tensor's own dtype.
#include "engine/backends/cpu/pointwise.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

struct Eq : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) { return a == b; };
  }
};

struct Lt : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) { return a < b; };
  }
};

struct Gt : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) { return a > b; };
  }
};

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::eq_Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  return pointwise("eq", Eq{}, self, other);
}
template <>
void Kernel<operators::eq__Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  pointwise_into("eq_", Eq{}, self, self, other);
}
template <>
at::Tensor Kernel<operators::lt_Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  return pointwise("lt", Lt{}, self, other);
}
template <>
void Kernel<operators::lt_Tensor_out>::call(const at::Tensor& self, const at::Tensor& other, const at::Tensor& out) {
  pointwise_into("lt", Lt{}, out, self, other);
}
template <>
at::Tensor Kernel<operators::gt_Scalar>::call(const at::Tensor& self, const c10::Scalar& other) {
  return pointwise("gt", Gt{}, self, other);
}

}  // namespace modecheck::engine
