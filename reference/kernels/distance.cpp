// Reference kernels of the distances between rows of matrices, such as cdist.

#include <algorithm>
#include <cmath>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// One row of a matrix whose elements the operand `of` holds.
struct Row {
  const Operand* of = nullptr;
  std::size_t first = 0;

  double operator[](std::size_t k) const { return of->real[first + k]; }
  NodeId node(std::size_t k) const { return of->nodes[first + k]; }
};

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Computes one distance at a time: (sum |a - b|^p)^(1/p). For p = 0 the distance is the number of elements that differ,
// and for p = inf it is the largest difference.
class Distances {
 public:
  // If `expands` is true, a subject may compute |a - b|^2 as |a|^2 - 2ab + |b|^2.
  Distances(KernelCall& call, double p, bool expands) : call_(call), p_(p), expands_(expands) {}

  void set(std::size_t at, Row a, Row b, std::size_t columns) {
    Result& result = call_.result();
    const DType dtype = result.dtype;
    // error bound of a difference, without the rounding of the subtraction
    const double off = a.of->tolerance + b.of->tolerance;
    bool exact = off == 0;
    bool finite = true;
    bool clear = true;  // whether it is certain which elements of the rows differ
    AnyOrderSum total;
    double largest = 0;
    double farthest = 0;
    double extent = 0;  // sum of the squares that may cancel in |a|^2 - 2ab + |b|^2
    for (std::size_t k = 0; k < columns; ++k) {
      const double apart = std::abs(a[k] - b[k]);
      finite = finite && std::isfinite(apart) && apart < 1e15;
      exact = exact && round_to(dtype, apart) == apart && is_short(apart) && is_short(a[k]) && is_short(b[k]);
      const double term = p_ == 0 ? static_cast<double>(apart != 0) : p_ == 2 ? apart * apart : apart;
      total.add(term);
      if (expands_) extent += a[k] * a[k] + b[k] * b[k];
      largest = std::max({largest, std::abs(a[k]), std::abs(b[k])});
      farthest = std::max(farthest, apart);
      if (apart != 0 && apart <= 4 * off) clear = false;
      if (apart == 0 && off != 0) clear = false;
    }
    double value = 0;
    double underflow = 0;
    if (p_ == 0 || p_ == 1) {
      value = total.value;
    } else if (std::isinf(p_)) {
      value = farthest;
    } else {
      double powers = p_ == 2 ? total.value : 0;
      for (std::size_t k = 0; k < columns && p_ != 2; ++k) powers += std::pow(std::abs(a[k] - b[k]), p_);
      value = p_ == 2 ? std::sqrt(powers) : std::pow(powers, 1 / p_);
      // In a subject, small powers |a - b|^p may lose bits or be flushed to zero. The error bound includes this loss.
      const double lost = static_cast<double>(columns) * flushed(dtype);
      underflow = std::pow(powers + lost, 1 / p_) - std::pow(std::max(powers - lost, 0.0), 1 / p_);
    }
    const double n = static_cast<double>(columns) + 4;
    const double unit = ulp(dtype, 1);
    exact = exact && (p_ == 0 || p_ == 1 || p_ == 2 || std::isinf(p_)) && total.exact(dtype) &&
            (!expands_ ||
             (is_short(extent) && same_in_every_order(4 * extent, lowest_of(a, b, columns), format_of(dtype))));
    double error = 0;
    if (!finite) {
      error = kUnbounded;  // a subject may or may not propagate a NaN, and its sums may overflow
    } else if (!exact) {
      // If the elements are exactly known, a difference has a single rounding.
      const double difference = off != 0 ? off + 2 * unit * largest : 2 * unit * farthest;
      const double count = static_cast<double>(columns);
      if (p_ == 0)
        error = clear ? 0 : kUnbounded;
      else if (p_ < 1)
        error = clear && off == 0 ? 16 * n * unit * value + difference * std::pow(count + 1, 1 / p_) : kUnbounded;
      else
        error = difference * std::max(count, 1.0) + 16 * n * unit * value;
      error += underflow;
      if (expands_) {
        // `squares` bounds the rounding error of |a|^2 - 2ab + |b|^2. The square root turns it into an error of the
        // distance.
        const double squares = 8 * n * unit * extent + 4 * difference * largest * n;
        error += value * value > 4 * squares ? squares / value : 2 * std::sqrt(squares);
      }
    }
    result.real[at] = round_to(dtype, value);
    if (!exact) result.exact = false;
    tolerance_ = std::max(tolerance_, std::isnan(error) ? kUnbounded : error);
    if (call_.recorded()) record(a, b, columns, value, exact, finite ? error : kUnbounded, off);
  }

  void store() {
    call_.result().tolerance = tolerance_;
    call_.store();
  }

 private:
  static int lowest_of(Row a, Row b, std::size_t columns) {
    int lowest = kNoBits;
    for (std::size_t k = 0; k < columns; ++k)
      lowest = std::min({lowest, lowest_bit(a[k] * a[k]), lowest_bit(b[k] * b[k]), lowest_bit(a[k] * b[k])});
    return lowest;
  }

  // Records the derivatives of one distance. Where elements of both rows are equal, the gradient is zero. For p = inf,
  // every element with the largest difference gets the whole gradient.
  void record(Row a, Row b, std::size_t columns, double value, bool exact, double error, double off) {
    const DType dtype = call_.result().dtype;
    call_.begin_node();
    for (std::size_t k = 0; k < columns; ++k) {
      const double apart = a[k] - b[k];
      double partial = 0;
      if (apart != 0 && value != 0) {
        if (p_ == 1)
          partial = sign(apart);
        else if (std::isinf(p_))
          partial = std::abs(apart) == value ? sign(apart) : 0;
        else if (p_ != 0)
          partial = sign(apart) * std::pow(std::abs(apart) / value, p_ - 1);
      }
      double doubt = 0;
      if (p_ != 0) {
        const bool kink = (off != 0 && std::abs(apart) <= 4 * off) || (error != 0 && value <= 4 * error) ||
                          (std::isinf(p_) && !exact);
        if (!is_bound(error) || kink)
          doubt = kUnbounded;
        else if (p_ != 1 && !std::isinf(p_) && apart != 0)
          doubt = std::abs(partial) * std::abs(p_ - 1) * 4 * (off / std::abs(apart) + error / value) +
                  32 * ulp(dtype, std::abs(partial));
      }
      // For p = 0 the gradient is zero. The edges are recorded all the same, because a subject sends this zero to both
      // rows, where an infinite derivative may turn it into NaN.
      call_.edge(a.node(k), partial, doubt);
      call_.edge(b.node(k), -partial, doubt);
    }
  }

  KernelCall& call_;
  double p_;
  bool expands_;
  double tolerance_ = 0;
};

// Returns which batch of `x` gives batch `place` of the result; `x` is broadcast to the batches of `out`.
std::size_t batch_of(const spec::Geometry& x, const spec::Geometry& out, std::size_t place) {
  std::size_t index = 0;
  std::size_t step = 1;
  for (int from_the_end = 3; from_the_end <= out.rank; ++from_the_end) {
    const std::size_t size = last_size(out, from_the_end);
    const std::size_t own = from_the_end <= x.rank ? last_size(x, from_the_end) : 1;
    if (own != 1) index += place % size * step;
    step *= own;
    place /= size;
  }
  return index;
}

}  // namespace

static void cdist(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const double p = arguments.floating(2);
  const DType dtype = call.in(0).dtype;
  const Operand& x1 = call.load(0, dtype);
  const Operand& x2 = call.load(1, dtype);
  const std::size_t first = last_size(call.in(0), 2);
  const std::size_t second = last_size(call.in(1), 2);
  const std::size_t columns = last_size(call.in(0), 1);
  Result& result = call.start(dtype);
  Distances distances(call, p, p == 2 && arguments.optional_integer(3) == 1);
  for (std::size_t at = 0; at < result.count; ++at) {
    const std::size_t batch = at / (first * second);
    const std::size_t i = batch_of(call.in(0), call.out(), batch) * first + at / second % first;
    const std::size_t j = batch_of(call.in(1), call.out(), batch) * second + at % second;
    distances.set(at, {&x1, i * columns}, {&x2, j * columns}, columns);
  }
  distances.store();
}
MODECHECK_KERNEL(cdist, SecondDerivatives::No, _cdist_forward)

static void pdist(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  const auto rows = static_cast<std::size_t>(call.in(0).sizes[0]);
  const auto columns = static_cast<std::size_t>(call.in(0).sizes[1]);
  call.start(dtype);
  Distances distances(call, call.arguments().floating(1), /*expands=*/false);
  std::size_t at = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = i + 1; j < rows; ++j, ++at) distances.set(at, {&x, i * columns}, {&x, j * columns}, columns);
  distances.store();
}
MODECHECK_KERNEL(pdist, SecondDerivatives::No, _pdist_forward)

}  // namespace modecheck::reference
