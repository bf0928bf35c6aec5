// Computes losses from the sums that define them and compares the engine with the results.
#include <cmath>
#include <limits>

#include "tests/definitions/along.h"
#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

constexpr std::int64_t kReductions[] = {at::Reduction::None, at::Reduction::Mean, at::Reduction::Sum};

// Returns all losses, their mean or their sum, as `reduction` says. The mean divides by `weight`.
Array reduced(const Array& losses, std::int64_t reduction, double weight) {
  if (reduction == at::Reduction::None) return losses;
  double sum = 0;
  for (const double loss : losses.at) sum += loss;
  return Array({}, reduction == at::Reduction::Mean ? sum / weight : sum);
}
Array reduced(const Array& losses, std::int64_t reduction) {
  return reduced(losses, reduction, static_cast<double>(losses.numel()));
}

std::int64_t class_dim(const Array& shares) { return shares.dim() == 1 ? 0 : 1; }

// Returns the negated log-probabilities at the target classes, times the class weights.
Array at_targets(const Array& logarithms, const Array& target, const Array* weight, std::int64_t reduction,
                 std::int64_t ignore) {
  const Along along(logarithms.sizes, class_dim(logarithms));
  Array losses(target.sizes);
  double weights = 0;
  for (std::int64_t o = 0; o < along.outer; ++o)
    for (std::int64_t n = 0; n < along.inner; ++n) {
      const std::int64_t place = o * along.inner + n;
      const auto wanted = static_cast<std::int64_t>(target[place]);
      if (wanted == ignore) continue;
      const double w = weight == nullptr ? 1 : (*weight)[wanted];
      weights += w;
      losses[place] = -w * logarithms[along.place(o, wanted, n)];
    }
  return reduced(losses, reduction, weights);
}

Array log_softmax_of(const Array& x, std::int64_t d) {
  const Along along(x.sizes, d);
  Array out = x;
  for (std::int64_t o = 0; o < along.outer; ++o)
    for (std::int64_t n = 0; n < along.inner; ++n) {
      double largest = -std::numeric_limits<double>::infinity();
      for (std::int64_t i = 0; i < along.length; ++i) largest = std::max(largest, x[along.place(o, i, n)]);
      double sum = 0;
      for (std::int64_t i = 0; i < along.length; ++i) sum += std::exp(x[along.place(o, i, n)] - largest);
      for (std::int64_t i = 0; i < along.length; ++i)
        out[along.place(o, i, n)] = x[along.place(o, i, n)] - largest - std::log(sum);
    }
  return out;
}

void of_classes(Judge& judge) {
  const std::pair<Sizes, Sizes> samples[] = {
      {{5}, {}},     {{4, 5}, {4}},   {{1, 3}, {1}}, {{3, 4, 2}, {3, 2}}, {{2, 3, 2, 2}, {2, 2, 2}},
      {{0, 3}, {0}}, {{70, 30}, {70}}};
  for (const auto& [sizes, targets] : samples)
    for (const std::int64_t reduction : kReductions)
      for (const bool weighted : {false, true})
        for (const std::int64_t ignore : {std::int64_t{-100}, std::int64_t{1}}) {
          const Array shares = real(sizes, 3);
          const std::int64_t classes = shares.size(class_dim(shares));
          Arrays arguments{shares, integers(targets, 0, classes, 5)};
          // Class weights have no gradient, so this argument is a constant.
          if (weighted) arguments.push_back(positive({classes}, 7).constant());
          const auto weight = [=](const Tensors& in) {
            return weighted ? c10::optional<at::Tensor>(in[2]) : c10::optional<at::Tensor>();
          };
          const Definition minus = [=](const Arrays& in) {
            return Arrays{at_targets(in[0], in[1], weighted ? &in[2] : nullptr, reduction, ignore)};
          };
          judge(
              "nll_loss_nd(Tensor,Tensor,optional<Tensor>,int64_t,int64_t)", arguments,
              [=](const Tensors& in) { return Tensors{at::nll_loss_nd(in[0], in[1], weight(in), reduction, ignore)}; },
              minus);
          if (sizes.size() <= 2)
            judge(
                "nll_loss(Tensor,Tensor,optional<Tensor>,int64_t,int64_t)", arguments,
                [=](const Tensors& in) { return Tensors{at::nll_loss(in[0], in[1], weight(in), reduction, ignore)}; },
                minus);
          judge(
              "cross_entropy_loss(Tensor,Tensor,optional<Tensor>,int64_t,int64_t,double)", arguments,
              [=](const Tensors& in) {
                return Tensors{at::cross_entropy_loss(in[0], in[1], weight(in), reduction, ignore)};
              },
              [=](const Arrays& in) {
                return Arrays{at_targets(log_softmax_of(in[0], class_dim(in[0])), in[1], weighted ? &in[2] : nullptr,
                                         reduction, ignore)};
              });
        }
  // Every target of this nll_loss equals ignore_index, so the mean is a mean of no elements.
  for (const std::int64_t reduction : kReductions)
    judge(
        "nll_loss(Tensor,Tensor,optional<Tensor>,int64_t,int64_t)", {real({3, 4}), Array({3}, 2, Kind::Place)},
        [=](const Tensors& in) { return Tensors{at::nll_loss(in[0], in[1], {}, reduction, 2)}; },
        [=](const Arrays& in) { return Arrays{at_targets(in[0], in[1], nullptr, reduction, 2)}; }, {.first = false});
}

void of_differences(Judge& judge) {
  const std::pair<Sizes, Sizes> samples[] = {{{3, 4}, {3, 4}}, {{}, {}},  {{0}, {0}},    {{2, 0}, {2, 0}},
                                             {{3, 1}, {4}},    {{5}, {}}, {{2, 3}, {3}}, {{60, 50}, {60, 50}}};
  for (const auto& [a, b] : samples)
    for (const std::int64_t reduction : kReductions) {
      const Arrays arguments{real(a, 2), real(b, 9)};
      judge(
          "mse_loss(Tensor,Tensor,int64_t)", arguments,
          [=](const Tensors& in) { return Tensors{at::mse_loss(in[0], in[1], reduction)}; },
          [=](const Arrays& in) {
            return Arrays{
                reduced(elementwise(in[0], in[1], [](double x, double y) { return (x - y) * (x - y); }), reduction)};
          });
      // Some elements of the large sample lie near the kink of l1_loss, where central differences are wrong.
      const bool kink = product(a) > 1000;
      judge(
          "l1_loss(Tensor,Tensor,int64_t)", arguments,
          [=](const Tensors& in) { return Tensors{at::l1_loss(in[0], in[1], reduction)}; },
          [=](const Arrays& in) {
            return Arrays{
                reduced(elementwise(in[0], in[1], [](double x, double y) { return std::fabs(x - y); }), reduction)};
          },
          {.first = !kink});
    }
}

}  // namespace

void losses(Judge& judge) {
  of_classes(judge);
  of_differences(judge);
}

}  // namespace modecheck::definitions
