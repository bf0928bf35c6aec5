// Computes cdist and pdist pair by pair of rows and compares the engine with the results.
#include <cmath>
#include <limits>
#include <vector>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kOrders[] = {0, 0.5, 1, 1.5, 2, 3, kInfinity};

double norm_of(const std::vector<double>& x, double p) {
  double out = 0;
  for (const double value : x) {
    const double size = std::fabs(value);
    if (p == 0)
      out += size != 0 ? 1 : 0;
    else if (std::isinf(p))
      out = std::max(out, size);
    else
      out += std::pow(size, p);
  }
  return p == 0 || std::isinf(p) ? out : std::pow(out, 1 / p);
}

// Returns the derivative of the p-norm with respect to each element. It is zero where the norm has a kink.
std::vector<double> slopes_of(const std::vector<double>& x, double p) {
  const double norm = norm_of(x, p);
  std::vector<double> out(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (p == 0 || x[k] == 0) continue;
    const double sign = x[k] < 0 ? -1 : 1;
    out[k] = std::isinf(p) ? (std::fabs(x[k]) == norm ? sign : 0) : sign * std::pow(std::fabs(x[k]) / norm, p - 1);
  }
  return out;
}

Sizes batches_of(const Array& a) { return Sizes(a.sizes.begin(), a.sizes.end() - 2); }
Sizes with(Sizes sizes, std::int64_t rows, std::int64_t columns) {
  sizes.insert(sizes.end(), {rows, columns});
  return sizes;
}

// Returns an array in which no two elements are close, and no two differences of elements are equal. An element of a
// shifted array is not close to an element of an unshifted array. Close elements would give distances near zero, where
// derivatives grow without bound.
Array spread(const Sizes& sizes, std::uint64_t seed = 1, bool shifted = false) {
  return elementwise(distinct(sizes, seed), real(sizes, seed + 20),
                     [=](double x, double y) { return x + 0.02 * y + (shifted ? 0.0625 : 0); });
}

// Holds two batches of matrices after they are broadcast to the same batch sizes.
struct Both {
  Array first;
  Array second;
  Sizes batch;

  Both(const Array& a, const Array& b) : batch(broadcast(batches_of(a), batches_of(b))) {
    first = expand(a, with(batch, a.size(-2), a.size(-1)));
    second = expand(b, with(batch, b.size(-2), b.size(-1)));
  }
  std::int64_t columns() const { return first.size(-1); }
  std::int64_t pairs() const { return product(batch) * first.size(-2) * second.size(-2); }
  // left and right return the rows of a pair. Rows are counted over the whole batch.
  std::int64_t left(std::int64_t pair) const { return pair / second.size(-2); }
  std::int64_t right(std::int64_t pair) const {
    return left(pair) / first.size(-2) * second.size(-2) + pair % second.size(-2);
  }
  std::vector<double> apart(std::int64_t pair) const {
    std::vector<double> out;
    for (std::int64_t k = 0; k < columns(); ++k)
      out.push_back(first[left(pair) * columns() + k] - second[right(pair) * columns() + k]);
    return out;
  }
};

Array distances_of(const Array& a, const Array& b, double p) {
  const Both both(a, b);
  Array out(with(both.batch, a.size(-2), b.size(-2)));
  for (std::int64_t pair = 0; pair < both.pairs(); ++pair) out[pair] = norm_of(both.apart(pair), p);
  return out;
}

// Calls `visit` for each pair of rows of a matrix, in order.
template <typename Visit>
void each_pair(const Array& a, const Visit& visit) {
  std::int64_t pair = 0;
  for (std::int64_t i = 0; i < a.size(0); ++i)
    for (std::int64_t j = i + 1; j < a.size(0); ++j) {
      std::vector<double> apart;
      for (std::int64_t k = 0; k < a.size(1); ++k) apart.push_back(a[{i, k}] - a[{j, k}]);
      visit(pair++, i, j, apart);
    }
}
std::int64_t count_of_pairs(std::int64_t rows) { return rows < 2 ? 0 : rows * (rows - 1) / 2; }

void between_two(Judge& judge) {
  struct Given {
    Sizes first;
    Sizes second;
  };
  for (const double p : kOrders)
    for (const auto& [a, b] :
         {Given{{3, 4}, {2, 4}}, Given{{2, 1, 3, 2}, {3, 1, 2}}, Given{{1, 2}, {2, 2, 2}}, Given{{1, 1}, {1, 1}},
          Given{{0, 3}, {2, 3}}, Given{{2, 0}, {3, 0}}, Given{{0, 2, 2}, {3, 2}}, Given{{20, 5}, {30, 5}}}) {
      judge(
          "cdist(Tensor,Tensor,double,optional<int64_t>)", {spread(a), spread(b, 2, true)},
          [=](const Tensors& in) { return Tensors{at::cdist(in[0], in[1], p)}; },
          [=](const Arrays& in) { return Arrays{distances_of(in[0], in[1], p)}; });
      // _cdist_backward takes batches that are already expanded, so its gradient has the expanded sizes.
      const Sizes batch = broadcast(Sizes(a.begin(), a.end() - 2), Sizes(b.begin(), b.end() - 2));
      const Array first = spread(with(batch, a[a.size() - 2], a.back()), 3);
      const Array second = spread(with(batch, b[b.size() - 2], b.back()), 4, true);
      judge(
          "_cdist_backward(Tensor,Tensor,Tensor,double,Tensor)",
          {real(with(batch, first.size(-2), second.size(-2)), 5), first, second},
          [=](const Tensors& in) {
            return Tensors{at::_cdist_backward(in[0], in[1], in[2], p, at::cdist(in[1], in[2], p))};
          },
          [=](const Arrays& in) {
            const Both both(in[1], in[2]);
            Array out(in[1].sizes);
            for (std::int64_t pair = 0; pair < both.pairs(); ++pair) {
              const std::vector<double> slopes = slopes_of(both.apart(pair), p);
              for (std::int64_t k = 0; k < both.columns(); ++k)
                out[both.left(pair) * both.columns() + k] += in[0][pair] * slopes[static_cast<std::size_t>(k)];
            }
            return Arrays{out};
          },
          {.first = false});
    }
  // The two rows are equal. The central difference of the distance is zero there, and so is the gradient.
  for (const double p : kOrders)
    judge(
        "cdist(Tensor,Tensor,double,optional<int64_t>)", {Array({1, 2}, 0.5), Array({1, 2}, 0.5)},
        [=](const Tensors& in) { return Tensors{at::cdist(in[0], in[1], p, 2)}; },
        [=](const Arrays& in) { return Arrays{distances_of(in[0], in[1], p)}; }, {.second = false});
}

void within_one(Judge& judge) {
  for (const double p : kOrders)
    for (const Sizes& sizes : {Sizes{4, 3}, Sizes{2, 2}, Sizes{1, 3}, Sizes{3, 0}, Sizes{20, 5}}) {
      judge(
          "pdist(Tensor,double)", {spread(sizes)}, [=](const Tensors& in) { return Tensors{at::pdist(in[0], p)}; },
          [=](const Arrays& in) {
            Array out(Sizes{count_of_pairs(in[0].size(0))});
            each_pair(in[0], [&](std::int64_t pair, std::int64_t /*i*/, std::int64_t /*j*/,
                                 const std::vector<double>& apart) { out[pair] = norm_of(apart, p); });
            return Arrays{out};
          });
      judge(
          "_pdist_backward(Tensor,Tensor,double,Tensor)", {real({count_of_pairs(sizes[0])}, 2), spread(sizes, 3)},
          [=](const Tensors& in) { return Tensors{at::_pdist_backward(in[0], in[1], p, at::pdist(in[1], p))}; },
          [=](const Arrays& in) {
            Array out(in[1].sizes);
            each_pair(in[1], [&](std::int64_t pair, std::int64_t i, std::int64_t j, const std::vector<double>& apart) {
              const std::vector<double> slopes = slopes_of(apart, p);
              for (std::int64_t k = 0; k < in[1].size(1); ++k) {
                out[{i, k}] += in[0][pair] * slopes[static_cast<std::size_t>(k)];
                out[{j, k}] -= in[0][pair] * slopes[static_cast<std::size_t>(k)];
              }
            });
            return Arrays{out};
          },
          {.first = false});
    }
}

}  // namespace

void distances(Judge& judge) {
  between_two(judge);
  within_one(judge);
}

}  // namespace modecheck::definitions
