// Tests that the vectorised forms of float32 functions give the same results as the scalar forms, whatever the tensor's
// layout.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/torch/torch/torch.h"

namespace {

using Function = at::Tensor (*)(const at::Tensor&);

struct Case {
  const char* name;
  Function function;
  bool takes_lines = false;  // the function processes whole lines of a tensor, not single elements
};

const Case kCases[] = {
    {"exp", at::exp},
    {"exp2", at::exp2},
    {"expm1", at::expm1},
    {"log", at::log},
    {"log2", at::log2},
    {"log10", at::log10},
    {"log1p", at::log1p},
    {"sin", at::sin},
    {"cos", at::cos},
    {"tan", at::tan},
    {"sinh", at::sinh},
    {"cosh", at::cosh},
    {"tanh", at::tanh},
    {"asin", at::asin},
    {"acos", at::acos},
    {"atan", at::atan},
    {"erf", at::erf},
    {"erfc", at::erfc},
    {"sigmoid", at::sigmoid},
    {"softmax", [](const at::Tensor& x) { return at::softmax(x, 0); }, true},
    {"log_softmax", [](const at::Tensor& x) { return at::log_softmax(x, 0); }, true},
};

// Returns 1,003 numbers, so that the last three do not fill a vector register.
std::vector<float> ordinary() {
  std::vector<float> values;
  for (int i = 0; i < 1003; ++i) values.push_back(static_cast<float>(i - 500) * 0.037f);
  return values;
}

std::vector<float> remarkable() {
  using Limits = std::numeric_limits<float>;
  const float one[] = {0.0f,
                       -0.0f,
                       1.0f,
                       -1.0f,
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::max(),
                       Limits::lowest(),
                       Limits::min(),
                       Limits::denorm_min(),
                       -Limits::denorm_min(),
                       Limits::quiet_NaN(),
                       88.8f,
                       -103.9f,
                       -110.0f,
                       1e5f,
                       3e9f,
                       0.99999994f,
                       1.0000001f};
  std::vector<float> values;
  while (values.size() < 96) values.insert(values.end(), std::begin(one), std::end(one));
  return values;
}

// Returns whether two numbers differ by at most one unit in the last place. Zeros must have the same sign.
bool close(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return std::signbit(a) == std::signbit(b);
  return std::nextafterf(a, b) == b;
}

// Compares the vectorised form of a function with its scalar form. Short rows that are not contiguous use the scalar
// form. A function on whole lines uses the scalar form only if the elements of a line are not adjacent.
void expect_same(const Case& one, std::vector<float> values) {
  constexpr std::int64_t width = 17;
  while (values.size() % width != 0) values.push_back(values[values.size() % 7]);
  const auto n = static_cast<std::int64_t>(values.size());
  const at::Tensor together = torch::tensor(values);
  const at::Tensor apart = torch::empty({n, 2}).select(1, 0).copy_(together);
  ASSERT_FALSE(apart.is_contiguous());
  const at::Tensor rows = torch::empty({n / width, width + 1}).narrow(1, 0, width).copy_(together.view({-1, width}));
  ASSERT_FALSE(rows.is_contiguous());
  const at::Tensor wide = one.function(together);
  const at::Tensor narrow = one.takes_lines ? one.function(apart).contiguous() : one.function(rows).reshape({n});
  for (std::int64_t i = 0; i < n; ++i)
    EXPECT_TRUE(close(wide.data_ptr<float>()[i], narrow.data_ptr<float>()[i]))
        << one.name << "(" << values[static_cast<std::size_t>(i)] << "): " << wide.data_ptr<float>()[i] << " and "
        << narrow.data_ptr<float>()[i];
}

TEST(WideFunctions, AnswerAsTheScalarOnes) {
  for (const Case& one : kCases) {
    expect_same(one, ordinary());
    expect_same(one, remarkable());
  }
}

}  // namespace
