// Tests forward-mode differentiation. Tangents of every operator with a derivative must match central differences, and
// levels, modes and writes must treat tangents correctly.
#include <torch/csrc/autograd/forward_grad.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/engine/support.h"
#include "tests/support/schema_call.h"

namespace modecheck::engine {
namespace {

using operators::Family;

class OpenLevel {
 public:
  OpenLevel() : index_(torch::autograd::ForwardADLevel::get_next_idx()) {}
  ~OpenLevel() {
    if (open_level.load() != 0) torch::autograd::ForwardADLevel::release_idx(index_);
  }
  OpenLevel(const OpenLevel&) = delete;
  OpenLevel& operator=(const OpenLevel&) = delete;

 private:
  std::uint64_t index_;
};

Tensor tangent(const Tensor& dual) { return std::get<1>(at::_unpack_dual(dual, 0)); }

// Returns a tensor of four numbers from `middle` upwards, at which the tested operator is smooth. Some operators are
// defined only above 1 and some only below, so the caller chooses `middle`.
Tensor point(double middle, double step) {
  const Tensor out = at::zeros({2, 2}, at::kDouble);
  for (int i = 0; i < 4; ++i) out.data_ptr<double>()[i] = middle + i * (0.071 + step);
  return out;
}
Tensor direction() { return at::arange(0, 4, 1, at::kDouble).view({2, 2}).clone(); }

bool is_checked(const bench::SchemaRow& row) {
  // The engine computes a tangent by differentiating the operator's backward formula. The backward formulas of
  // _cdist_forward and _pdist_forward have no derivative, so these operators have no tangents.
  if (row.schema.name == "_cdist_forward" || row.schema.name == "_pdist_forward") return false;
  // linalg_cholesky_ex has the gradient for a symmetric matrix, and this test changes the matrix in a direction that is
  // not symmetric. The two losses take probabilities or class indices; a step in the direction makes these invalid.
  if (row.schema.name == "linalg_cholesky_ex") return false;
  if (row.schema.name == "binary_cross_entropy" || row.schema.name == "nll_loss_forward") return false;
  switch (row.family) {
    case Family::PointwiseUnary:
    case Family::PointwiseBinary:
    case Family::MatrixProduct:
    case Family::Reduction:
    case Family::Softmax:
    case Family::View:
      return row.kind == OperatorKind::Functional || row.kind == OperatorKind::View;
    default:
      return false;
  }
}

}  // namespace

TEST(ForwardMode, TangentsAgainstDifferences) {
  const OpenLevel level;
  int checked = 0;
  for (const bench::SchemaRow& row : bench::schema_rows()) {
    if (!is_checked(row)) continue;
    std::optional<bench::Recipe> recipe = bench::recipe_for(row);
    if (!recipe || recipe->dtype != at::kFloat || recipe->sizes.size() != 2) continue;
    recipe->dtype = at::kDouble;
    for (const double middle : {0.31, 1.61}) {
      const auto value = [&](double step) {
        return bench::call(row, bench::arguments(row, *recipe, point(middle, step), {}))[0];
      };
      const Tensor at_point = value(0);
      if (!at_point.is_floating_point()) continue;
      const Tensor dual = at::_make_dual(point(middle, 0), direction(), 0);
      const Tensor got = tangent(bench::call(row, bench::arguments(row, *recipe, dual, {}))[0]);
      const std::vector<double> above = values(value(1e-6));
      const std::vector<double> below = values(value(-1e-6));
      const std::vector<double> is = got.defined() ? values(got) : std::vector<double>(above.size());
      ASSERT_EQ(is.size(), above.size()) << row.name();
      ++checked;
      for (std::size_t i = 0; i < is.size(); ++i) {
        const double want = (above[i] - below[i]) / 2e-6;
        if (std::isfinite(want)) {
          EXPECT_NEAR(is[i], want, 1e-6 * std::max(1.0, std::fabs(want))) << row.name() << " at " << middle;
        }
      }
    }
  }
  EXPECT_GT(checked, 100);
}

TEST(ForwardMode, BothOperandsCount) {
  const OpenLevel level;
  const Tensor a = at::_make_dual(at::full({2}, 3.0), at::full({2}, 5.0), 0);
  const Tensor b = at::_make_dual(at::full({2}, 7.0), at::full({2}, 11.0), 0);
  EXPECT_EQ(values(tangent(a.mul(b))), std::vector<double>(2, 3 * 11 + 5 * 7));
  EXPECT_EQ(values(tangent(a.mul(a))), std::vector<double>(2, 2 * 3 * 5));
  const Tensor list = at::cat({a, at::ones({1}), b});
  EXPECT_EQ(values(tangent(list)), (std::vector<double>{5, 5, 0, 11, 11}));
  EXPECT_FALSE(tangent(a.gt(b)).defined());
  EXPECT_FALSE(tangent(a.detach()).defined());
  const Tensor primal = std::get<0>(at::_unpack_dual(a, 0));
  EXPECT_FALSE(tangent(primal).defined());
  EXPECT_TRUE(primal.is_alias_of(a));
}

TEST(ForwardMode, WritesCarryTangents) {
  const OpenLevel level;
  const Tensor a = at::_make_dual(at::full({2}, 3.0), at::full({2}, 5.0), 0);
  a.mul_(number(2));
  EXPECT_EQ(values(tangent(a)), std::vector<double>(2, 10));
  a.mul_(a);
  EXPECT_EQ(values(tangent(a)), std::vector<double>(2, 2 * 6 * 10));
  // No other tensor shares the elements of `fresh`, so an in-place operator can give it a tangent.
  const Tensor fresh = at::ones({2});
  fresh.add_(a);
  EXPECT_EQ(values(tangent(fresh)), std::vector<double>(2, 120));
}

TEST(ForwardMode, WhatCannotBeCarriedIsRejected) {
  const OpenLevel level;
  const Tensor a = at::_make_dual(at::full({2}, 3.0), at::full({2}, 5.0), 0);
  const Tensor shared = at::ones({2, 2});
  const Tensor row = shared.select(0, 0);
  EXPECT_EQ(rejected([&] { row.add_(a); }), ErrorClass::Unsupported);
  EXPECT_EQ(values(shared), std::vector<double>(4, 1));
  const Tensor out = at::empty({2});
  EXPECT_EQ(rejected([&] { at::mul_out(const_cast<Tensor&>(out), a, a); }), ErrorClass::Unsupported);
  // After the write to the base, the tangent of its view no longer agrees with the base's tangent.
  const Tensor view = a.view({2});
  a.mul_(number(2));
  EXPECT_EQ(rejected([&] { view.add(view); }), ErrorClass::Unsupported);
  // Inside InferenceMode no operator computes tangents (rule G2), so the write leaves an outdated tangent. A later use
  // of the tensor is rejected.
  {
    const c10::InferenceMode mode;
    a.mul_(number(2));
  }
  EXPECT_EQ(rejected([&] { a.add(a); }), ErrorClass::Unsupported);
}

TEST(ForwardMode, G2TheModesDecide) {
  const OpenLevel level;
  const Tensor a = at::_make_dual(at::full({2}, 3.0), at::full({2}, 5.0), 0);
  {
    const c10::InferenceMode mode;
    EXPECT_FALSE(tangent(a.add(a)).defined());
  }
  {
    const at::AutoFwGradMode off(false);
    EXPECT_FALSE(tangent(a.add(a)).defined());
  }
  const at::NoGradGuard guard;
  EXPECT_TRUE(tangent(a.add(a)).defined());
  EXPECT_FALSE(a.add(a).requires_grad());
}

TEST(ForwardMode, TangentsCanBeDifferentiated) {
  const OpenLevel level;
  const Tensor x = at::full({2}, 3.0).set_requires_grad(true);
  const Tensor cube = [&] {
    const Tensor dual = at::_make_dual(x, at::ones({2}), 0);
    return dual.mul(dual).mul(dual);
  }();
  EXPECT_EQ(values(tangent(cube)), std::vector<double>(2, 27));
  EXPECT_EQ(values(torch::autograd::grad({tangent(cube).sum()}, {x}, {}, true)[0]), std::vector<double>(2, 18));
  EXPECT_EQ(values(torch::autograd::grad({cube.sum()}, {x})[0]), std::vector<double>(2, 27));
}

TEST(ForwardMode, LevelsAndArguments) {
  EXPECT_EQ(rejected([] { at::_make_dual(at::ones({2}), at::ones({2}), 0); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { torch::autograd::ForwardADLevel::release_idx(0); }), ErrorClass::Argument);
  Tensor dual;
  {
    const OpenLevel level;
    EXPECT_EQ(rejected([] { torch::autograd::ForwardADLevel::get_next_idx(); }), ErrorClass::Unsupported);
    EXPECT_EQ(rejected([] { at::_make_dual(at::ones({2}), at::ones({3}), 0); }), ErrorClass::Shape);
    EXPECT_EQ(rejected([] { at::_make_dual(at::ones({2}), at::ones({2}, at::kDouble), 0); }), ErrorClass::Dtype);
    EXPECT_EQ(rejected([] { at::_make_dual(inference(), inference(), 0); }), ErrorClass::InferenceSavedForBackward);
    dual = at::_make_dual(at::ones({2}), at::ones({2}), 0);
  }
  const OpenLevel another;
  EXPECT_FALSE(tangent(dual).defined());
}

}  // namespace modecheck::engine
