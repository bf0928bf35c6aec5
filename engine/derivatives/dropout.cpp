// native_dropout: derivative, dispatch table, and the kernel, which calls other kernels.
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/library_rows.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/random.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Returns the factor for the elements that are kept. With p = 1 none is kept, and the factor is zero.
double scale_of(double p) { return p == 1 ? 0.0 : 1.0 / (1.0 - p); }

}  // namespace

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::native_dropout>::call(const at::Tensor& input, double p,
                                                                           c10::optional<bool> train) {
  constexpr const char* name = "native_dropout";
  MODECHECK_CHECK(p >= 0 && p <= 1, ErrorClass::Argument, name,
                  ": dropout probability has to be between 0 and 1, but got ", p);
  // The conversion gives the mask the memory layout of the input.
  const at::Tensor kept = Kernel<operators::_to_copy>::call(input, c10::kBool, c10::nullopt, c10::nullopt, c10::nullopt,
                                                            false, c10::nullopt);
  if (train.has_value() && !*train) {
    Kernel<operators::fill__Scalar>::call(kept, 1);
    return {Kernel<operators::clone>::call(input, c10::nullopt), kept};
  }
  MODECHECK_CHECK(c10::isDifferentiableType(input.scalar_type()) || input.numel() == 0, ErrorClass::Dtype, name,
                  ": result type Float can't be cast to the desired output type ", input.scalar_type());
  Kernel<internal::bernoulli__float>::call(kept, 1 - p);
  const at::Tensor out = Kernel<operators::mul_Tensor>::call(input, kept);
  // The in-place operator keeps the dtype if an input without elements is an integer tensor.
  Kernel<operators::mul__Scalar>::call(out, scale_of(p));
  return {out, kept};
}

template <>
struct Derivative<operators::native_dropout> : Differentiable {
  static constexpr const char* name = "NativeDropoutBackward0";
  static constexpr std::size_t differentiable_results = 1;
  SavedTensor mask;
  double scale = 1;
  auto saved() { return std::tie(mask); }
  void save(Saver& /*nothing*/, const at::Tensor& /*input*/, double p, c10::optional<bool> train) {
    scale = train.has_value() && !*train ? 1 : scale_of(p);
  }
  void save_results(Saver& saver, const std::tuple<at::Tensor, at::Tensor>& results) {
    saver.constant(mask, std::get<1>(results));
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(mul(b.gradient(), b.get(mask)), number(scale, b.gradient()));
  }
};

MODECHECK_REGISTER(native_dropout)

}  // namespace modecheck::engine
