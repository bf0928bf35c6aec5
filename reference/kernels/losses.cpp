// Reference kernels of loss functions.

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// Error bound, in units in the last place, for the roundings in one loss and in its slope.
constexpr double kUlps = 16;

enum class Reduction : std::uint8_t { None, Mean, Sum };

// Collects the losses of all elements, and stores them unreduced or as their mean or sum. Each loss comes with its
// error bound, and with its derivative (slope) by up to two operands.
class Losses {
 public:
  struct Partial {
    NodeId node = kConstant;
    double slope = 0;
    double error = 0;
  };

  // `divisor` divides the sum of the losses if the reduction is the mean; otherwise it is ignored.
  Losses(KernelCall& call, Reduction reduction, DType dtype, std::size_t count, double divisor)
      : call_(call), reduction_(reduction), dtype_(dtype), divisor_(reduction == Reduction::Mean ? divisor : 1) {
    call.start(dtype, reduction == Reduction::None ? count : 1);
    if (call.recorded() && reduction != Reduction::None) call.begin_node();
  }

  template <std::size_t n>
  void add(double value, double error, const std::array<Partial, n>& partials) {
    Result& result = call_.result();
    if (!std::isfinite(value) || std::isnan(error)) error = kUnbounded;
    if (reduction_ == Reduction::None) {
      result.real[added_] = round_to(dtype_, value);
      if (call_.recorded()) call_.begin_node();
    }
    ++added_;
    worst_ = std::max(worst_, error);
    total_ += value;
    magnitude_ += std::abs(value);
    if (!call_.recorded()) return;
    for (const Partial& partial : partials) {
      const double slope = partial.slope / divisor_;
      const double off = partial.error / std::abs(divisor_) + kUlps * ulp(dtype_, std::abs(slope));
      call_.edge(partial.node, slope, std::isfinite(slope) && std::isfinite(off) ? off : kUnbounded);
    }
  }

  // Stores the result. `unsure` bounds the error of the divisor.
  void store(double unsure = 0) {
    Result& result = call_.result();
    result.exact = false;
    result.tolerance = worst_;
    if (reduction_ != Reduction::None) {
      const auto n = static_cast<double>(added_);
      const double value = total_ / divisor_;
      result.real[0] = round_to(dtype_, value);
      const double summed = n * worst_ + (n + 2) * ulp(dtype_, magnitude_);
      result.tolerance = summed / std::abs(divisor_) + 2 * ulp(dtype_, std::abs(value));
      if (unsure != 0) {
        const double relative = unsure / std::abs(divisor_);
        result.tolerance += relative < 0.5 ? 2 * relative * std::abs(value) : kUnbounded;
      }
      // Without elements, the mean is NaN (0 / 0) in every subject.
      if (added_ == 0) result.tolerance = 0;
      if (magnitude_ > format_of(dtype_).largest) result.tolerance = kUnbounded;
    }
    if (std::isnan(result.tolerance)) result.tolerance = kUnbounded;
    call_.store();
  }

 private:
  KernelCall& call_;
  Reduction reduction_;
  DType dtype_;
  double divisor_;
  std::size_t added_ = 0;
  double worst_ = 0;
  double total_ = 0;
  double magnitude_ = 0;
};

// Computes a loss that depends on z = prediction - target. It is `value(z)`, and its derivative is `slope(z)`.
// `second_derivative` is the largest rate at which the slope changes.
template <typename Value, typename Slope>
void of_differences(KernelCall& call, DType computed, const Value& value, const Slope& slope, double second_derivative,
                    double kink_at = -1) {
  const spec::Geometry sizes = common_sizes(call.in(0), call.in(1));
  const Operand& a = call.load(0, broadcast_to(call.in(0), sizes), computed);
  const Operand& b = call.load(1, broadcast_to(call.in(1), sizes), computed);
  const auto count = static_cast<std::size_t>(sizes.numel());
  Losses losses(call, static_cast<Reduction>(call.arguments().integer(2)), call.out().dtype, count,
                static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double z = round_to(computed, a.real[i] - b.real[i]);
    const double off = a.tolerance + b.tolerance + 2 * ulp(computed, std::abs(z));
    const double partial = slope(z);
    const double error = std::abs(partial) * off + second_derivative * off * off +
                         kUlps * ulp(computed, std::abs(value(z)) + std::abs(partial * z));
    double unsure = second_derivative * off;
    if (kink_at >= 0 && std::abs(std::abs(z) - kink_at) <= 2 * off) unsure = kUnbounded;
    if (!std::isfinite(z)) unsure = kUnbounded;
    losses.add(value(z), error,
               std::array<Losses::Partial, 2>{{{a.nodes[i], partial, unsure}, {b.nodes[i], -partial, unsure}}});
  }
  losses.store();
}

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

static void mse_loss(KernelCall& call) {
  of_differences(
      call, common_dtype(call.in(0), call.in(1)), [](double z) { return z * z; }, [](double z) { return 2 * z; }, 2);
}
MODECHECK_KERNEL(mse_loss, SecondDerivatives::No, mse_loss)

static void smooth_l1_loss(KernelCall& call) {
  const double beta = call.arguments().floating(3);
  const DType dtype = common_dtype(call.in(0), call.in(1));
  if (beta == 0) {
    // At the kink of the loss, the slope is unspecified.
    of_differences(
        call, dtype, [](double z) { return std::abs(z); }, sign, 0, /*kink_at=*/0);
    return;
  }
  of_differences(
      call, dtype, [=](double z) { return std::abs(z) < beta ? z * z / (2 * beta) : std::abs(z) - beta / 2; },
      [=](double z) { return std::abs(z) < beta ? z / beta : sign(z); }, 1 / beta);
}
MODECHECK_KERNEL(smooth_l1_loss, SecondDerivatives::No, smooth_l1_loss)

static void huber_loss(KernelCall& call) {
  const double delta = call.arguments().floating(3);
  of_differences(
      call, common_dtype(call.in(0), call.in(1)),
      [=](double z) { return std::abs(z) <= delta ? z * z / 2 : delta * (std::abs(z) - delta / 2); },
      [=](double z) { return std::clamp(z, -delta, delta); }, 1);
}
MODECHECK_KERNEL(huber_loss, SecondDerivatives::No, huber_loss)

static void binary_cross_entropy(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  const Operand& t = call.load(1, dtype);
  const bool weighted = call.arguments().present(2);
  const Operand* const w = weighted ? &call.load(2, broadcast_to(call.in(2), call.in(0)), dtype) : nullptr;
  const auto count = x.count;
  Losses losses(call, static_cast<Reduction>(call.arguments().integer(3)), dtype, count, static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double p = x.real[i];
    const double target = t.real[i];
    const double weight = weighted ? w->real[i] : 1;
    const double yes = std::max(std::log(p), -100.0);
    const double no = std::max(std::log1p(-p), -100.0);
    const double loss = -(target * yes + (1 - target) * no);
    const double away = std::min(p, 1 - p);
    const double steep = (p - target) / (p * (1 - p));
    const bool at_an_end = !(away > 4 * x.tolerance + 1e-10);
    double error =
        t.tolerance * std::abs(yes - no) + kUlps * ulp(dtype, std::abs(target * yes) + std::abs((1 - target) * no));
    double unsure = 0;
    if (x.tolerance != 0) error += at_an_end ? kUnbounded : 2 * x.tolerance * (std::abs(steep) + 2 / away);
    // Subjects clamp the logarithm for probabilities near 0 and 1. There the slope depends on the clamp.
    unsure = at_an_end
                 ? kUnbounded
                 : 4 * (x.tolerance + ulp(dtype, p)) * (1 + std::abs(target)) / (away * away) + 2 * t.tolerance / away;
    error = std::abs(weight) * error + (weighted ? w->tolerance * (std::abs(loss) + error) : 0);
    unsure = std::abs(weight) * unsure + (weighted ? w->tolerance * (std::abs(steep) + unsure) : 0);
    double of_target = std::abs(weight) * (at_an_end && x.tolerance != 0 ? kUnbounded : 4 * x.tolerance / away);
    if (x.tolerance == 0) of_target = 0;
    of_target += kUlps * ulp(dtype, std::abs(weight) * (std::abs(yes) + std::abs(no)));
    if (weighted) of_target += w->tolerance * std::abs(no - yes);
    losses.add(weight * loss, error,
               std::array<Losses::Partial, 2>{{{x.nodes[i], at_an_end ? 0 : weight * steep, unsure},
                                               {t.nodes[i], weight * (no - yes), of_target}}});
  }
  losses.store();
}
MODECHECK_KERNEL(binary_cross_entropy, SecondDerivatives::No, binary_cross_entropy)

static void nll_loss(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const spec::Geometry& shape = call.in(0);
  const Operand& x = call.load(0, dtype);
  const Operand& t = call.load(1, DType::Int64);
  const bool weighted = call.arguments().present(2);
  const Operand* const w = weighted ? &call.load(2, dtype) : nullptr;
  const std::int64_t ignored = call.arguments().integer(4);
  const auto classes = static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(shape.rank - 1)]);
  auto reduction = static_cast<Reduction>(call.arguments().integer(3));
  const bool one_by_one = reduction == Reduction::None && shape.rank == 2;
  // For a single sample without a batch dimension the result is one number. Then the reduction "none" gives the same as
  // "sum".
  if (!one_by_one && reduction == Reduction::None) reduction = Reduction::Sum;
  const auto count = t.count;
  double total = 0;
  double sizes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (t.integer[i] == ignored) continue;
    const double weight = weighted ? w->real[static_cast<std::size_t>(t.integer[i])] : 1;
    total += weight;
    sizes += std::abs(weight);
  }
  const auto n = static_cast<double>(count);
  const double weight_error = weighted ? n * w->tolerance + n * ulp(dtype, sizes) : 0;
  Losses losses(call, reduction, dtype, count, total);
  for (std::size_t i = 0; i < count; ++i) {
    const bool counts = t.integer[i] != ignored;
    const auto place = counts ? static_cast<std::size_t>(t.integer[i]) : 0;
    const double weight = !counts ? 0 : weighted ? w->real[place] : 1;
    const std::size_t at = i * classes + place;
    if (!counts) {
      losses.add(0, 0, std::array<Losses::Partial, 0>{});
      continue;
    }
    const double off = weighted ? w->tolerance : 0;
    double unsure = off;
    if (reduction == Reduction::Mean)
      unsure += std::abs(total) > 4 * weight_error ? 2 * std::abs(weight) * weight_error / std::abs(total) : kUnbounded;
    losses.add(-weight * x.real[at],
               std::abs(weight) * x.tolerance + off * (std::abs(x.real[at]) + x.tolerance) +
                   kUlps * ulp(dtype, std::abs(weight * x.real[at])),
               std::array<Losses::Partial, 1>{{{x.nodes[at], -weight, unsure}}});
  }
  // The total weight is zero if every target is ignored or the weights cancel. Then the mean does not exist, and its
  // derivatives are unknown.
  if (reduction == Reduction::Mean && total == 0 && count != 0) call.doubt_nodes();
  losses.store(reduction == Reduction::Mean ? weight_error : 0);
  call.next_result();
  Result& weights = call.start(dtype, 1);
  weights.exact = false;
  weights.real[0] = one_by_one ? 0 : round_to(dtype, total);
  weights.tolerance = one_by_one ? 0 : weight_error;
  call.store();
}
MODECHECK_KERNEL(nll_loss, SecondDerivatives::No, nll_loss_forward)

}  // namespace modecheck::reference
