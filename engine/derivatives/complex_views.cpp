#include "engine/derivatives/arithmetic.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

at::Tensor dense(const at::Tensor& gradient) { return call<operators::clone>(gradient, c10::MemoryFormat::Contiguous); }

}  // namespace

template <>
struct Derivative<operators::view_as_real> : Differentiable {
  static constexpr const char* name = "ViewAsRealBackward0";
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/) {}
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::view_as_complex>(dense(b.gradient()));
  }
};

template <>
struct Derivative<operators::view_as_complex> : Differentiable {
  static constexpr const char* name = "ViewAsComplexBackward0";
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/) {}
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::view_as_real>(dense(b.gradient()));
  }
};

MODECHECK_REGISTER(view_as_real, view_as_complex)

}  // namespace modecheck::engine
