// Tests rule S3 for products with zero factors: the gradient of a factor is the product of the other factors, and can
// be differentiated again.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using Function = std::function<Tensor(const std::vector<Tensor>&)>;

// Returns weights that differ from element to element.
Tensor weights_like(const Tensor& tensor) {
  return at::arange(tensor.numel(), at::kDouble).mul(0.7).sin().add(1.5).view(tensor.sizes());
}

// Returns central differences with step one, which are exact for functions that are linear in every element.
Tensor differences(const std::function<double(const std::vector<Tensor>&)>& f, const std::vector<Tensor>& at,
                   std::size_t which) {
  const Tensor out = at::zeros(at[which].sizes(), at::kDouble);
  for (std::int64_t i = 0; i < at[which].numel(); ++i) {
    const auto moved = [&](double by) {
      std::vector<Tensor> there;
      for (const Tensor& one : at) there.push_back(one.detach().clone().set_requires_grad(true));
      const at::NoGradGuard quiet;
      there[which].view(-1).select(0, i).add_(number(by));
      return there;
    };
    out.view(-1).select(0, i).fill_(number((f(moved(1)) - f(moved(-1))) / 2));
  }
  return out;
}

void check(const char* name, const Function& f, const std::vector<Tensor>& at) {
  std::vector<Tensor> inputs;
  for (const Tensor& one : at) inputs.push_back(one.to(at::kDouble).set_requires_grad(true));
  const auto value = [&](const std::vector<Tensor>& in) {
    const Tensor out = f(in);
    return out.mul(weights_like(out)).sum();
  };
  // Returns a weighted sum of all gradients of `value`.
  const auto along = [&](const std::vector<Tensor>& in, bool create_graph) {
    Tensor out = at::zeros({}, at::kDouble);
    for (const Tensor& one : torch::autograd::grad({value(in)}, in, {}, true, create_graph))
      out = out.add(one.mul(weights_like(one)).sum());
    return out;
  };
  const auto first = torch::autograd::grad({value(inputs)}, inputs);
  const auto second = torch::autograd::grad({along(inputs, true)}, inputs, {}, false, false, true);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Tensor expected =
        differences([&](const std::vector<Tensor>& in) { return value(in).item<double>(); }, inputs, i);
    EXPECT_TRUE(at::allclose(first[i], expected)) << name << ", input " << i << "\n" << first[i] << expected;
    const Tensor again =
        differences([&](const std::vector<Tensor>& in) { return along(in, false).item<double>(); }, inputs, i);
    const Tensor got = second[i].defined() ? second[i] : at::zeros(again.sizes(), at::kDouble);
    EXPECT_TRUE(at::allclose(got, again)) << name << ", second, input " << i << "\n" << got << again;
  }
}

// Returns four rows that have no zero, one zero, two zeros, and only zeros.
Tensor rows_with_zeros() {
  return at::tensor({2.0, 3.0, -1.5, 4.0, 0.0, 5.0, 0.0, -2.0, 0.0, 0.0, 0.0, 0.0}, at::kDouble).view({4, 3});
}

}  // namespace

TEST(Products, OfRowsAndColumns) {
  const Tensor rows = rows_with_zeros();
  check("prod of a row", [](const std::vector<Tensor>& in) { return in[0].prod(1); }, {rows});
  check("prod of a column", [](const std::vector<Tensor>& in) { return in[0].prod(0, true); }, {rows.t().contiguous()});
  check("prod", [](const std::vector<Tensor>& in) { return in[0].select(0, 2).prod(); }, {rows});
}

TEST(Products, OfWhatIsScattered) {
  const Tensor index = at::tensor({0, 1, 0, 1, 2, 1, 2, 2, 0}, at::kLong).view({3, 3});
  for (const bool with_self : {false, true})
    check("scatter_reduce",
          [&](const std::vector<Tensor>& in) { return at::scatter_reduce(in[0], 0, index, in[1], "prod", with_self); },
          {rows_with_zeros(), rows_with_zeros().slice(0, 1)});
}

TEST(Products, OfSegments) {
  const Tensor lengths = at::tensor({3, 2, 4, 3}, at::kLong);
  check("segment_reduce", [&](const std::vector<Tensor>& in) { return at::segment_reduce(in[0], "prod", lengths); },
        {rows_with_zeros().view(-1)});
  // In this segment_reduce each row has segments of its own lengths.
  const Tensor of_rows = at::tensor({1, 2, 2, 1, 0, 3, 3, 0}, at::kLong).view({4, 2});
  check("segment_reduce of rows",
        [&](const std::vector<Tensor>& in) {
          return at::segment_reduce(in[0], "prod", of_rows, c10::nullopt, c10::nullopt, 1);
        },
        {rows_with_zeros()});
}

// mm rejects factors of different dtypes even if the product has no terms (pytorch pull request 100274).
TEST(Products, OfTwoDtypesWithoutElements) {
  const auto none = [](c10::IntArrayRef sizes, at::ScalarType type) { return at::ones(sizes, type); };
  Tensor out = at::ones({2, 2});
  for (const auto& [left, right] : std::vector<std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>>{
           {{0, 2}, {2, 2}}, {{2, 2}, {2, 0}}, {{2, 0}, {0, 2}}, {{0, 0}, {0, 0}}}) {
    const Tensor a = none(left, at::kFloat);
    const Tensor b = none(right, at::kDouble);
    EXPECT_EQ(rejected([&] { at::mm(a, b); }), ErrorClass::Dtype);
    EXPECT_EQ(rejected([&] { at::matmul(a, b); }), ErrorClass::Dtype);
    EXPECT_EQ(rejected([&] { at::mm_out(out, a, b); }), ErrorClass::Dtype);
    EXPECT_EQ(rejected([&] { at::addmm(at::ones({1}), a, b); }), ErrorClass::Dtype);
  }
  EXPECT_EQ(values(out), std::vector<double>(4, 1));
  // If the factors have no elements, mm needs no kernel for their dtype.
  EXPECT_EQ(values(at::mm(none({2, 0}, at::kBool), none({0, 2}, at::kBool))), std::vector<double>(4, 0));
}

// An empty segment has no elements, so its gradient reaches nothing, and neither does the derivative of its gradient.
TEST(Products, WithMeansOfSegments) {
  const Tensor of_rows = at::tensor({1, 2, 2, 1, 0, 3, 3, 0}, at::kLong).view({4, 2});
  check("means",
        [&](const std::vector<Tensor>& in) {
          return at::segment_reduce(in[0], "mean", of_rows, c10::nullopt, c10::nullopt, 1, false, 0).mul(in[1]);
        },
        {rows_with_zeros(), at::arange(8, at::kDouble).add(1).view({4, 2})});
}

}  // namespace modecheck::engine
