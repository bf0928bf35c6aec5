// Defines the derivative and the dispatch table of native_dropout, and its kernel, which calls other kernels.
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/library_rows.h"
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
  // The values of `kept` are overwritten below. It is made by a conversion of the input only because it must have the
  // input's memory layout.
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
  // The in-place operator keeps the dtype of an integer input, which must be empty here. The functional operator would
  // promote the result to floating point.
  Kernel<operators::mul__Scalar>::call(out, scale_of(p));
  return {out, kept};
}

MODECHECK_GRADIENT(NativeDropoutBackward0, (native_dropout), result1, p, train) {
  const double scale = train.has_value() && !*train ? 1 : scale_of(p);
  return mul(mul(g, result1), number(scale, g));
}

}  // namespace modecheck::engine
