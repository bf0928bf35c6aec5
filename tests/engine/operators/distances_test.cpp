// Tests the distances between rows that cdist and pdist compute: derivatives at points where rows, or parts of rows,
// are equal.
#include <limits>
#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {

// With create_graph=true another formula computes the gradient of a distance. Both formulas must give the same
// gradient, also where rows or parts of rows are equal. The formula for create_graph=true must be differentiable there,
// too.
TEST(Distances, GradientsAreTheSameWithAGraph) {
  for (const double order : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, std::numeric_limits<double>::infinity()}) {
    const Tensor x = at::tensor({0.0, 1.0, 2.0, 2.0, 0.0, 1.0}).view({3, 2}).set_requires_grad(true);
    const Tensor y = at::tensor({0.0, 3.0, 2.0, 2.0}).view({2, 2}).set_requires_grad(true);
    const auto check = [&](const Tensor& sum, const std::vector<Tensor>& of) {
      const auto without = torch::autograd::grad({sum}, of, {}, true);
      const auto with = torch::autograd::grad({sum}, of, {}, true, true);
      Tensor all = at::zeros({});
      for (std::size_t i = 0; i < of.size(); ++i) {
        EXPECT_TRUE(at::allclose(without[i], with[i])) << order << "\n" << without[i] << with[i];
        all = all.add(with[i].mul(with[i]).sum());
      }
      if (!all.requires_grad()) return;
      for (const Tensor& second : torch::autograd::grad({all}, of, {}, true, false, true))
        EXPECT_TRUE(!second.defined() || at::isfinite(second).all().item<bool>()) << order << second;
    };
    check(at::cdist(x, y, order).sum(), {x, y});
    check(at::pdist(x, order).sum(), {x});
  }
}

// The gradient of a meta tensor has no elements to compute, so it must not list the five billion pairs of rows.
TEST(Distances, ARecordedGradientOfMetaRowsListsNoPairs) {
  const Tensor rows = at::empty({100000, 2}, at::kMeta).set_requires_grad(true);
  const auto gradient = torch::autograd::grad({at::pdist(rows).sum()}, {rows}, {}, c10::nullopt, true)[0];
  EXPECT_EQ(gradient.sizes(), rows.sizes());
}

}  // namespace modecheck::engine
