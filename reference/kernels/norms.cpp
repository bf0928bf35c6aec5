// Norms.

#include <algorithm>
#include <cmath>
#include <complex>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// Error bound for the roundings in one norm, beyond those of its sum.
constexpr double kUlps = 32;

// Sizes whose powers up to the fourth, or minus the fourth for derivatives, stay in the range of a float; libtorch
// keeps those of float16 in float16.
bool is_usual(double size, DType dtype) {
  if (size == 0) return true;
  return dtype == DType::Float16 ? size > 0.125 && size < 7 : size > 1e-6 && size < 1e6;
}

// The norm of a group of magnitudes starting at `first`, its error, and its derivative by each of them.
struct Norm {
  double value = 0;
  double error = 0;
  bool known = true;  // no intermediate value leaves the range
  int greatest = 0;   // for infinite order: how many elements may be the extreme

  Norm(const Operand& x, std::size_t first, std::size_t group, double order, DType x_dtype, DType dtype) {
    const auto n = static_cast<double>(group);
    if (std::isinf(order)) {
      for (std::size_t i = first; i < first + group; ++i) {
        known = known && std::isfinite(x.size_of(i));
        value = std::max(value, x.size_of(i));
      }
      known = known && is_bound(x.tolerance);
      for (std::size_t i = first; i < first + group; ++i)
        greatest += x.size_of(i) >= value - 16 * x.tolerance - kUlps * ulp(dtype, value) ? 1 : 0;
      error = kUlps * ulp(dtype, value) + x.tolerance;
      return;
    }
    double total = 0;
    double steepest = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      const double size = x.size_of(i);
      known = known && std::isfinite(size) && (order == 0 || order == 1 || is_usual(size, x_dtype));
      if (order == 0 && x.tolerance != 0 && !(size > x.tolerance)) known = false;
      total += order == 0 ? (size != 0 ? 1 : 0) : std::pow(size, order);
    }
    value = order == 0 || group == 0 ? total : std::pow(total, 1 / order);
    known = known && is_bound(x.tolerance) && std::isfinite(value) && value < 1e30;
    if (order == 0) return;
    for (std::size_t i = first; i < first + group; ++i) {
      // Roots are steep at zero, and negative powers are infinite there.
      if (order < 1 && x.tolerance != 0 && !(x.size_of(i) > 16 * x.tolerance)) known = false;
      steepest += order >= 1 ? 1 : std::abs(slope(x.size_of(i), order));
    }
    error = (kUlps + n) * ulp(dtype, value);
    if (x.tolerance != 0) error += 4 * steepest * x.tolerance;
  }

  // A zero has no direction, and its gradient is zero.
  double slope(double size, double order) const {
    if (order == 0 || size == 0 || value == 0) return 0;
    if (std::isinf(order)) return size == value ? 1 : 0;
    return std::pow(size / value, order - 1);
  }

  double unsure(double size, double tolerance, double order, DType dtype) const {
    if (!known) return kUnbounded;
    // If several elements are the extreme, which of them gets the gradient is unspecified.
    if (std::isinf(order)) return greatest > 1 ? kUnbounded : kUlps * ulp(dtype, 1);
    if (size == 0 && tolerance == 0) return 0;
    if (tolerance != 0 && !(size > 16 * tolerance && value > 16 * error)) return kUnbounded;
    if (value == 0) return 0;
    const double relative = std::abs(order - 1) * (tolerance / size + error / value) + kUlps * ulp(dtype, 1);
    return 4 * slope(size, order) * relative;
  }
};

void norm_over(KernelCall& call, double order, const spec::IntList& dims) {
  const spec::Geometry& in = call.in(0);
  unsigned mask = dims.size == 0 ? (1u << in.rank) - 1 : 0;
  for (const std::int64_t dim : dims) mask |= 1u << wrap_dimension(dim, in.rank);
  mask &= (1u << in.rank) - 1;
  // If another dtype is requested, the input is converted first, without loss.
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, with_last(in, mask), in.dtype);
  std::size_t group = 1;
  for (std::size_t d = 0; d < in.rank; ++d)
    if ((mask >> d & 1u) != 0) group *= static_cast<std::size_t>(in.sizes[d]);
  Result& result = call.start(dtype);
  result.exact = false;
  double tolerance = 0;
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * group;
    const Norm norm(x, first, group, order, in.dtype, dtype);
    result.real[o] = round_to(dtype, norm.value);
    tolerance = std::max(tolerance, norm.known ? norm.error : kUnbounded);
    call.record([&] {
      for (std::size_t i = first; i < first + group; ++i) {
        const double size = x.size_of(i);
        const std::complex<double> direction = size == 0 ? 0 : std::conj(x.number(i)) / size;
        call.flow(x, i, norm.slope(size, order) * direction, norm.unsure(size, x.tolerance, order, dtype));
      }
    });
  }
  result.tolerance = tolerance;
  call.store();
}

}  // namespace

MODECHECK_KERNEL_OF((linalg_vector_norm), SecondDerivatives::No,
                    norm_over(call, call.arguments().scalar(1).value, call.arguments().integers(2)))

static void norm(KernelCall& call) { norm_over(call, call.arguments().scalar(1).value, {}); }
MODECHECK_KERNEL(norm, SecondDerivatives::No, norm_Scalar)

static void norm_along(KernelCall& call) {
  const std::optional<spec::ScalarValue> order = call.arguments().optional_scalar(1);
  norm_over(call, order ? order->value : 2, call.arguments().integers(2));
}
MODECHECK_KERNEL(norm_along, SecondDerivatives::No, norm_ScalarOpt_dim)

}  // namespace modecheck::reference
