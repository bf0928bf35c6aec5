// Compares the derivatives of the reference's tape with central differences of the values, in double precision and away
// from kinks. For a complex function the real part is differentiated with respect to the real and the imaginary part of
// each element.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <ostream>
#include <string>

#include "finite_differences.h"
#include "script.h"

namespace modecheck::reference::testing {
namespace {

// One row of the table: an operator, the sizes of its floating-point operands (which are all leaves) and the sizes of
// its result. The immediates are the number arguments, as a record encodes them.
struct Case {
  std::string name;
  std::vector<Sizes> inputs;
  Sizes output;
  std::vector<int> immediates = {};
  bool in_place = false;
  bool positive = false;  // whether operands lie between 1 and 2, as divisors must
};

// Prints the case's name, because GoogleTest would print the bytes of the struct.
void PrintTo(const Case& test, std::ostream* out) { *out << test.name; }

int numel(const Sizes& sizes) { return std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>{}); }

// Returns numbers for operands. No two are equal or nearly equal, and none lies near a kink of a tested function.
std::vector<double> numbers(int count, int seed, bool positive) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    const double x = std::sin(12.9898 * (i + 1) + 78.233 * (seed + 1)) * 43758.5453;
    const double fraction = x - std::floor(x);
    out.push_back(positive ? 1 + fraction : 3 * fraction - 1.5 + (fraction > 0.5 ? 0.05 : -0.05));
  }
  return out;
}

class Derivative : public ::testing::TestWithParam<Case> {};

void compare_with_differences(const Case& test, DType dtype) {
  const int parts = spec::is_complex(dtype) ? 2 : 1;
  const auto points = [&](std::size_t k) {
    return numbers(parts * numel(test.inputs[k]), static_cast<int>(k), test.positive);
  };
  const std::vector<double> weights = numbers(parts * numel(test.output), 99, false);

  // Returns sum(weights * f(inputs)), with `moved` in place of the values of input `k`.
  const auto build = [&](Script& script, std::size_t k, const std::vector<double>& moved, std::vector<Tensor>& leaves) {
    std::vector<Tensor> operands;
    for (std::size_t i = 0; i < test.inputs.size(); ++i) {
      leaves.push_back(script.leaf(test.inputs[i], i == k ? moved : points(i)));
      operands.push_back(leaves.back());
    }
    Tensor result;
    if (test.in_place) {
      operands[0] = script.apply("clone", {leaves[0]}, test.inputs[0]);
      result = operands[0];
      script.apply_to(result, test.name, operands, test.immediates);
    } else {
      result = script.apply(test.name, operands, test.output, test.immediates);
    }
    const Tensor weighted = script.apply("mul.Tensor", {result, script.constant(test.output, weights)}, test.output);
    return script.apply("sum", {weighted}, {}, {-1});
  };

  for (std::size_t k = 0; k < test.inputs.size(); ++k) {
    const ScalarFunction value = [&](const std::vector<double>& moved) {
      Script script(dtype);
      std::vector<Tensor> leaves;
      return script.values(build(script, k, moved, leaves))[0];
    };
    Script script(dtype);
    std::vector<Tensor> leaves;
    const Tensor total = build(script, k, points(k), leaves);
    const std::vector<double> got = script.gradient(total, leaves[k]);
    const std::vector<double> want = finite_differences(value, points(k), 1e-5);
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], want[i], 1e-7 * (parts + std::abs(want[i]) * (parts - 1)))
          << test.name << ", operand " << k << ", element " << i;
  }
}

TEST_P(Derivative, AgreesWithDifferences) { compare_with_differences(GetParam(), DType::Float64); }

class ComplexDerivative : public ::testing::TestWithParam<Case> {};

TEST_P(ComplexDerivative, AgreesWithDifferences) { compare_with_differences(GetParam(), DType::Complex128); }

const std::vector<Case> kCases{
    {"neg", {{2, 3}}, {2, 3}},
    {"neg_", {{2, 3}}, {2, 3}, {}, true},
    {"abs", {{2, 3}}, {2, 3}},
    {"abs_", {{2, 3}}, {2, 3}, {}, true},
    {"exp", {{2, 3}}, {2, 3}},
    {"exp_", {{2, 3}}, {2, 3}, {}, true},
    {"relu", {{2, 3}}, {2, 3}},
    {"relu_", {{2, 3}}, {2, 3}, {}, true},
    {"sigmoid", {{2, 3}}, {2, 3}},
    {"sigmoid_", {{2, 3}}, {2, 3}, {}, true},
    {"tanh", {{2, 3}}, {2, 3}},
    {"tanh_", {{2, 3}}, {2, 3}, {}, true},
    {"add.Tensor", {{2, 3}, {3}}, {2, 3}, {0, 2}},
    {"add.Tensor", {{2, 1}, {1, 3}}, {2, 3}, {1, -3}},
    {"add_.Tensor", {{2, 3}, {2, 1}}, {2, 3}, {0, 1}, true},
    {"add_.Scalar", {{2, 3}}, {2, 3}, {0, 2, 1, 3}, true},
    {"sub.Tensor", {{2, 3}, {}}, {2, 3}, {0, 2}},
    {"sub_.Tensor", {{2, 3}, {3}}, {2, 3}, {0, 2}, true},
    {"mul.Tensor", {{2, 3}, {2, 1}}, {2, 3}},
    {"mul_.Tensor", {{2, 3}, {3}}, {2, 3}, {}, true},
    {"mul_.Scalar", {{2, 3}}, {2, 3}, {1, 3}, true},
    {"div.Tensor", {{2, 3}, {2, 1}}, {2, 3}, {}, false, true},
    {"div_.Tensor", {{2, 3}, {3}}, {2, 3}, {}, true, true},
    {"maximum", {{2, 3}, {3}}, {2, 3}},
    {"sum", {{2, 3}}, {}, {-1}},
    {"sum.dim_IntList", {{2, 3, 2}}, {2, 2}, {1, 1, 0, 0, 0, 0, -1}},
    {"sum.dim_IntList", {{2, 3, 2}}, {1, 3, 1}, {2, 0, -1, 0, 0, 1, -1}},
    {"mean.dim", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 0, -1}},
    {"mean.dim", {{2, 3}}, {}, {0, 0, 0, 0, 0, 0, -1}},
    {"amax", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 0}},
    {"amax", {{2, 3}}, {1, 3}, {1, 0, 0, 0, 0, 1}},
    {"mean", {{2, 3}}, {}, {-1}},
    {"amin", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 0}},
    {"prod", {{2, 3}}, {}, {-1}},
    {"prod.dim_int", {{2, 3}}, {1, 3}, {0, 1, -1}},
    {"nansum", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 0, -1}},
    {"logsumexp", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 0}},
    {"var.correction", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 1, 1, 0}},
    {"var.dim", {{2, 3}}, {2}, {1, 1, 0, 0, 0, 1, 0}},
    {"var.dim", {{2, 3}}, {1, 3}, {1, 0, 0, 0, 0, 0, 1}},
    {"std.correction", {{2, 3}}, {}, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"cumsum", {{2, 3}}, {2, 3}, {1, -1}},
    {"cumsum_", {{2, 3}}, {2, 3}, {0, -1}, true},
    {"cumprod", {{2, 3}}, {2, 3}, {1, -1}},
    {"cumprod_", {{2, 3}}, {2, 3}, {0, -1}, true},
    {"copysign.Tensor", {{2, 3}, {3}}, {2, 3}},
    {"copysign_.Tensor", {{2, 3}, {2, 1}}, {2, 3}, {}, true},
    {"xlogy.Tensor", {{2, 3}, {3}}, {2, 3}, {}, false, true},
    {"xlogy_.Tensor", {{2, 3}, {2, 1}}, {2, 3}, {}, true, true},
    {"constant_pad_nd", {{2, 3}}, {3, 4}, {4, 2, -1, 0, 1, 0, 3}},
    {"clamp_min.Tensor", {{2, 3}, {3}}, {2, 3}},
    {"clamp_min_.Tensor", {{2, 3}, {2, 1}}, {2, 3}, {}, true},
    {"clamp_max.Tensor", {{2, 3}, {2, 1}}, {2, 3}},
    {"clamp_max_.Tensor", {{2, 3}, {3}}, {2, 3}, {}, true},
    {"clamp.Tensor", {{2, 3}, {3}, {2, 1}}, {2, 3}, {1, 1}},
    {"clamp.Tensor", {{2, 3}, {3}}, {2, 3}, {1, 0}},
    {"clamp_.Tensor", {{2, 3}, {2, 3}, {3}}, {2, 3}, {1, 1}, true},
    {"copy", {{2, 3}, {3}}, {2, 3}},
    {"copy", {{2, 3}, {2, 3}}, {2, 3}},
    {"reflection_pad1d", {{2, 3}}, {2, 6}, {2, 1, 2}},
    {"reflection_pad1d", {{1, 2, 3}}, {1, 2, 3}, {2, -1, 1}},
    {"reflection_pad2d", {{1, 2, 3}}, {1, 3, 5}, {4, 2, 0, 0, 1}},
    {"replication_pad2d", {{1, 2, 3}}, {1, 4, 4}, {4, 2, -1, 2, 0}},
    {"reflection_pad3d", {{1, 2, 2, 3}}, {1, 3, 2, 5}, {6, 1, 1, 0, 0, 1, 0}},
    {"replication_pad3d", {{1, 1, 2, 2}}, {1, 2, 1, 4}, {6, 2, 0, -1, 0, 0, 1}},
    {"_adaptive_avg_pool2d", {{1, 3, 4}}, {1, 2, 3}, {2, 2, 3}},
    {"_adaptive_avg_pool3d", {{1, 2, 3, 2}}, {1, 1, 2, 2}, {3, 1, 2, 2}},
    {"adaptive_avg_pool1d", {{2, 5}}, {2, 3}, {1, 3}},
    {"adaptive_avg_pool1d", {{2, 3}}, {2, 1}, {1, 1}},
    // The immediates (number arguments) of convolution: whether there is a bias, stride, padding, dilation, transposed,
    // output_padding and groups. A list is preceded by its length.
    {"convolution", {{1, 2, 4}, {3, 2, 2}}, {1, 3, 3}, {0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1}},
    {"convolution", {{1, 1, 3, 4}, {2, 1, 2, 2}, {2}}, {1, 2, 2, 4}, {1, 2, 2, 1, 1, 1, 0, 2, 1, 2, 0, 1, 0, 0, 1}},
    {"convolution", {{2, 2, 2}, {2, 1, 2}, {2}}, {2, 2, 4}, {1, 1, 2, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 2}},
    {"convolution", {{1, 2, 2, 2}, {2, 1, 2, 2}}, {1, 1, 3, 4}, {0, 2, 1, 2, 1, 0, 0, 1, 1, 0, 1, 2, 0, 0, 1}},
    {"col2im", {{4, 4}}, {1, 3, 3}, {2, 3, 3, 2, 2, 2, 2, 1, 1, 2, 0, 0, 2, 1, 1}},
    {"col2im", {{1, 4, 4}}, {1, 2, 2, 3}, {2, 2, 3, 2, 1, 2, 2, 1, 2, 2, 0, 1, 2, 1, 2}},
    {"upsample_nearest2d.vec", {{1, 1, 2, 3}}, {1, 1, 3, 2}, {2, 3, 2, 0, 0, -1, 0, 0}},
    {"upsample_nearest2d.vec", {{1, 1, 2, 3}}, {1, 1, 3, 1}, {-1, 0, 0, 0, 0, 2, 6, 2}},
    {"upsample_bilinear2d.vec", {{1, 1, 2, 3}}, {1, 1, 3, 2}, {2, 3, 2, 0, 0, 0, -1, 0, 0}},
    {"upsample_bilinear2d.vec", {{1, 1, 2, 3}}, {1, 1, 3, 4}, {-1, 0, 0, 0, 0, 1, 2, 6, 6}},
    {"avg_pool1d", {{2, 5}}, {2, 3}, {1, 2, 0, 0, 1, 1, 0, 1}},
    {"avg_pool2d", {{1, 3, 4}}, {1, 2, 2}, {2, 2, 3, 1, 2, 0, 2, 1, 1, 0, 1, 0, 0}},
    {"avg_pool2d", {{1, 3, 3}}, {1, 2, 2}, {1, 2, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 3}},
    {"avg_pool3d", {{1, 2, 2, 3}}, {1, 1, 1, 2}, {1, 2, 0, 0, 3, 2, 2, 1, 1, 0, 0, 0, 0, 1, 0, 0}},
    // The last list of immediates begins with p as a number of halves: 4 means p = 2.
    {"_cdist_forward", {{2, 3}, {3, 3}}, {2, 3}, {4, 0, 0}},
    {"_cdist_forward", {{2, 1, 2, 2}, {3, 1, 2}}, {2, 3, 2, 1}, {3, 1, 2}},
    {"_cdist_forward", {{1, 2}, {2, 2, 2}}, {2, 1, 2}, {6, 1, 0}},
    {"_cdist_forward", {{2, 3}, {2, 3}}, {2, 2}, {1, 0, 0}},
    {"_cdist_forward", {{2, 3}, {2, 3}}, {2, 2}, {7, 0, 0}},
    {"_pdist_forward", {{3, 2}}, {3}, {4}},
    {"_pdist_forward", {{4, 2}}, {6}, {2}},
    {"_pdist_forward", {{3, 2}}, {3}, {5}},
    {"repeat", {{2, 3}}, {2, 2, 6}, {3, 2, 1, 2, 0}},
    {"repeat", {{}}, {2, 1}, {2, 2, 1, 0, 0}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {0, 0, 0}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {0, 1, 1}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {0, 2, 0}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {1, 1, 0}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {2, 0, 0}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {2, 1, 0}},
    {"grid_sampler_2d", {{1, 2, 3, 2}, {1, 1, 2, 2}}, {1, 2, 1, 2}, {2, 2, 1}},
    {"slice_scatter", {{2, 3}, {2, 2}}, {2, 3}, {1, 1, -2, 0, 0, 1}},
    {"slice_scatter", {{3, 2}, {2, 2}}, {3, 2}, {0, 0, 0, 0, 0, 2}},
    {"select_scatter", {{2, 3}, {2}}, {2, 3}, {-1, 1}},
    {"select_scatter", {{2, 3}, {3}}, {2, 3}, {0, -1}},
    {"_log_softmax", {{2, 3}}, {2, 3}, {1, 0}},
    {"log_softmax.int", {{2, 3}}, {2, 3}, {0, -1}},
    {"_softmax", {{2, 3}}, {2, 3}, {1, 0}},
    {"softmax.int", {{2, 3}}, {2, 3}, {0, -1}},
    {"mm", {{2, 3}, {3, 2}}, {2, 2}},
    {"matmul", {{3}, {3}}, {}},
    {"matmul", {{2, 3}, {3}}, {2}},
    {"matmul", {{3}, {3, 2}}, {2}},
    {"matmul", {{2, 1, 2, 3}, {3, 3, 2}}, {2, 3, 2, 2}},
    {"matmul", {{3}, {2, 3, 2}}, {2, 2}},
    {"addmm", {{2}, {2, 3}, {3, 2}}, {2, 2}, {0, 2, 1, 3}},
    {"addmm_", {{2, 2}, {2, 3}, {3, 2}}, {2, 2}, {0, 1, 0, -2}, true},
    {"cat", {{2, 1}, {2, 2}, {2, 1}}, {2, 4}, {3, 1}},
    {"cat", {{1, 2}, {2, 2}}, {3, 2}, {2, -2}},
    {"stack", {{2, 2}, {2, 2}}, {2, 2, 2}, {2, -2}},
    {"pow.Tensor_Tensor", {{2, 3}, {2, 1}}, {2, 3}, {}, false, true},
    {"pow_.Tensor", {{2, 3}, {3}}, {2, 3}, {}, true, true},
    {"pow.Scalar", {{2, 3}}, {2, 3}, {1, 3}},
    {"fmod.Tensor", {{2, 3}, {3}}, {2, 3}},
    {"fmod_.Tensor", {{2, 3}, {3}}, {2, 3}, {}, true},
    {"fmod.Scalar", {{2, 3}}, {2, 3}, {1, 3}},
    {"remainder.Tensor", {{2, 3}, {2, 1}}, {2, 3}},
    {"remainder_.Scalar", {{2, 3}}, {2, 3}, {1, -3}, true},
    {"div.Tensor_mode", {{2, 3}, {3}}, {2, 3}, {0}, false, true},
    {"div.Tensor_mode", {{2, 3}, {3}}, {2, 3}, {1}},
    {"div_.Tensor_mode", {{2, 3}, {3}}, {2, 3}, {2}, true},
    {"div.Scalar_mode", {{2, 3}}, {2, 3}, {1, 3, 0}},
    {"div.Scalar_mode", {{2, 3}}, {2, 3}, {1, 3, 1}},
    {"div_.Scalar_mode", {{2, 3}}, {2, 3}, {1, 3, 2}, true},
    {"hypot", {{2, 3}, {2, 1}}, {2, 3}},
    {"hypot_", {{2, 3}, {3}}, {2, 3}, {}, true},
    {"logaddexp", {{2, 3}, {2, 1}}, {2, 3}},
    {"lerp.Scalar", {{2, 3}, {3}}, {2, 3}, {1, 1}},
    {"lerp_.Scalar", {{2, 3}, {3}}, {2, 3}, {1, 3}, true},
    {"lerp.Tensor", {{2, 3}, {3}, {2, 1}}, {2, 3}},
    {"lerp_.Tensor", {{2, 3}, {3}, {2, 1}}, {2, 3}, {}, true},
    {"addcmul", {{2, 3}, {3}, {2, 1}}, {2, 3}, {1, 3}},
    {"addcmul_", {{2, 3}, {3}, {2, 1}}, {2, 3}, {0, 2}, true},
    {"addcdiv", {{2, 3}, {3}, {2, 1}}, {2, 3}, {0, -2}, false, true},
    {"addcdiv_", {{2, 3}, {3}, {2, 1}}, {2, 3}, {0, 1}, true, true},
    {"mv", {{2, 3}, {3}}, {2}},
    {"dot", {{3}, {3}}, {}},
    {"bmm", {{2, 2, 3}, {2, 3, 1}}, {2, 2, 1}},
    {"addmv", {{}, {2, 3}, {3}}, {2}, {0, 2, 1, 3}},
    {"addmv_", {{2}, {2, 3}, {3}}, {2}, {0, 1, 0, -2}, true},
    {"addbmm", {{2}, {3, 2, 3}, {3, 3, 2}}, {2, 2}, {0, 2, 1, 3}},
    {"baddbmm", {{2, 1}, {3, 2, 3}, {3, 3, 2}}, {3, 2, 2}, {0, 2, 1, 3}},
    {"baddbmm_", {{2, 2, 1}, {2, 2, 3}, {2, 3, 1}}, {2, 2, 1}, {0, 0, 0, -2}, true},
    {"flip", {{2, 3}}, {2, 3}, {2, 0, -1, 0, 0}},
    {"tril", {{3, 3}}, {3, 3}, {-1}},
    {"triu_", {{2, 2, 3}}, {2, 2, 3}, {1}, true},
    {"fill_.Tensor", {{2, 3}, {}}, {2, 3}, {}, true},
    {"clone", {{2, 3}}, {2, 3}},
    {"contiguous", {{2, 3}}, {2, 3}},
    {"reshape", {{2, 3}}, {3, 2}},
    // The immediates of a loss are the reduction and, for some losses, beta or delta as a number of halves.
    {"mse_loss", {{2, 3}, {3}}, {2, 3}, {0}},
    {"mse_loss", {{2, 3}, {2, 3}}, {}, {1}},
    {"mse_loss", {{2, 1}, {3}}, {}, {2}},
    {"smooth_l1_loss", {{2, 3}, {3}}, {2, 3}, {0, 1}},
    {"smooth_l1_loss", {{2, 3}, {2, 1}}, {}, {1, 3}},
    {"huber_loss", {{2, 3}, {3}}, {2, 3}, {0, 1}},
    {"huber_loss", {{2, 3}, {2, 3}}, {}, {1, 2}},
    {"max", {{2, 3}}, {}},
    {"min", {{2, 3}}, {}},
    {"median", {{2, 3}}, {}},
    {"trace", {{3, 3}}, {}},
    {"trace", {{2, 3}}, {}},
    {"roll", {{2, 3}}, {2, 3}, {2, 1, -2, 0, 0, 2, 0, 1, 0, 0}},
    {"roll", {{2, 3}}, {2, 3}, {1, 2, 0, 0, 0, 0, 0, 0, 0, 0}},
    {"diag_embed", {{2, 2}}, {2, 3, 3}, {1, -2, -1}},
    {"diag_embed", {{3, 2}}, {3, 3, 3}, {-1, 2, 0}},
    {"logcumsumexp", {{2, 3}}, {2, 3}, {1}},
    {"logcumsumexp", {{2, 3}}, {2, 3}, {0}},
    // The immediates of linalg_solve_triangular are upper, left and unitriangular.
    {"linalg_solve_triangular", {{2, 2}, {2, 3}}, {2, 3}, {1, 1, 0}, false, true},
    {"linalg_solve_triangular", {{2, 2}, {3, 2}}, {3, 2}, {0, 0, 0}, false, true},
    {"linalg_solve_triangular", {{2, 2}, {2, 2, 1}}, {2, 2, 1}, {0, 1, 1}, false, true},
    // The immediates of norm give the order p, as an integer or as a number of halves.
    {"norm.Scalar", {{2, 3}}, {}, {0, 2}},
    {"norm.Scalar", {{2, 3}}, {}, {0, 1}},
    {"norm.Scalar", {{2, 3}}, {}, {1, 3}},
    {"norm.Scalar", {{2, 3}}, {}, {0, -1}},
    {"norm.Scalar", {{}}, {}, {1, 1}},
    {"norm.ScalarOpt_dim", {{2, 3}}, {2}, {0, 3, 1, 1, 0, 0, 0, 0}},
    {"norm.ScalarOpt_dim", {{2, 3}}, {1, 3}, {-1, 0, 1, 0, 0, 0, 0, 1}},
    {"linalg_vector_norm", {{2, 3}}, {}, {0, 4, -1, 0, 0, 0, 0, 0, -1}},
    {"linalg_vector_norm", {{2, 3}}, {1, 1}, {1, 1, 2, 1, 0, 0, 0, 1, -1}},
};

std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
  std::string out = info.param.name + "_" + std::to_string(info.index);
  for (char& c : out)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, Derivative, ::testing::ValuesIn(kCases), name_of_case);

// Returns cases with complex operands. They leave out operators that compare, because complex numbers have no order.
// They leave out abs, because its result is real.
std::vector<Case> complex_cases() {
  std::vector<Case> out;
  for (const Case& test : kCases) {
    bool complex = true;
    for (const char* const real : {"abs",
                                   "relu",
                                   "maximum",
                                   "amax",
                                   "softmax",
                                   "_softmax",
                                   "log_softmax",
                                   "_log_softmax",
                                   "clamp_",
                                   "clamp.",
                                   "_adaptive",
                                   "_cdist",
                                   "_pdist",
                                   "adaptive",
                                   "avg_pool",
                                   "convolution",
                                   "upsample",
                                   "grid_sampler",
                                   "max_pool",
                                   "fmod",
                                   "remainder",
                                   "div.Tensor_mode",
                                   "div_.Tensor_mode",
                                   "div.Scalar_mode",
                                   "div_.Scalar_mode",
                                   "hypot",
                                   "logaddexp",
                                   "copysign",
                                   "xlogy",
                                   "amin",
                                   "mse_loss",
                                   "smooth_l1",
                                   "huber",
                                   "max",
                                   "min",
                                   "median",
                                   "logcumsumexp",
                                   "linalg_vector_norm",
                                   "norm",
                                   "nansum",
                                   "logsumexp",
                                   "var",
                                   "std"})
      complex = complex && test.name.rfind(real, 0) != 0;
    if (complex) out.push_back(test);
  }
  for (const char* const function : {"log", "log2", "log10", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan", "asin",
                                     "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh"})
    out.push_back({function, {{2, 3}}, {2, 3}});
  for (const char* const number : {"add.Scalar", "sub.Scalar", "rsub.Scalar"})
    out.push_back({number, {{2, 3}}, {2, 3}, {0, 2, 0, 3}});
  for (const char* const number : {"mul.Scalar", "div.Scalar", "pow.Tensor_Scalar"})
    out.push_back({number, {{2, 3}}, {2, 3}, {1, 3}});
  // The cases of the Fourier transforms: along one or two dimensions, with and without normalisation, forward and
  // backward.
  out.push_back({"_fft_c2c", {{2, 3}}, {2, 3}, {1, 1, 0, 0, 0, 0, 1}});
  out.push_back({"_fft_c2c", {{2, 3}}, {2, 3}, {2, 0, 1, 0, 0, 1, 0}});
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, ComplexDerivative, ::testing::ValuesIn(complex_cases()), name_of_case);

TEST(DerivativeOfPicks, FollowsTheIndex) {
  Script script;
  const Tensor x = script.leaf({2, 2}, {1, 2, 3, 4});
  const Tensor index = script.constant({3}, {1, 0, 1}, DType::Int64);
  const Tensor y = script.apply("index_select", {x, index}, {3, 2}, {0});
  EXPECT_EQ(script.values(y), (std::vector<double>{3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(script.gradient(y, x), (std::vector<double>{1, 1, 2, 2}));

  const Tensor places = script.constant({2, 1}, {1, 0}, DType::Int64);
  const Tensor z = script.apply("gather", {x, places}, {2, 1}, {1});
  EXPECT_EQ(script.values(z), (std::vector<double>{2, 3}));
  EXPECT_EQ(script.gradient(z, x), (std::vector<double>{0, 1, 1, 0}));
}

TEST(DerivativeOfPicks, FollowsWhatIsWrittenWhereAnIndexSays) {
  Script script;
  const Tensor x = script.leaf({3}, {1, 2, 3});
  const Tensor w = script.leaf({2}, {5, 6});
  const Tensor twice = script.constant({2}, {2, 2}, DType::Int64);
  const Tensor index = script.constant({2}, {2, 0}, DType::Int64);
  for (const char* const name : {"index_add", "scatter_add"}) {
    const bool scaled = std::string(name) == "index_add";
    const std::vector<int> immediates = scaled ? std::vector<int>{0, 0, 2} : std::vector<int>{0};
    const double alpha = scaled ? 2 : 1;
    const Tensor sum = script.apply(name, {x, twice, w}, {3}, immediates);
    EXPECT_EQ(script.values(sum), (std::vector<double>{1, 2, 3 + 11 * alpha})) << name;
    EXPECT_EQ(script.gradient(sum, x), (std::vector<double>{1, 1, 1})) << name;
    EXPECT_EQ(script.gradient(sum, w), (std::vector<double>{alpha, alpha})) << name;
  }
  for (const char* const name : {"index_copy", "scatter.src"}) {
    const Tensor written = script.apply(name, {x, index, w}, {3}, {0});
    EXPECT_EQ(script.values(written), (std::vector<double>{6, 2, 5})) << name;
    EXPECT_EQ(script.gradient(written, x), (std::vector<double>{0, 1, 0})) << name;
    EXPECT_EQ(script.gradient(written, w), (std::vector<double>{1, 1})) << name;
  }
  for (const char* const name : {"index_fill.int_Scalar", "scatter.value"}) {
    const Tensor filled = script.apply(name, {x, index}, {3}, {0, 0, 4});
    EXPECT_EQ(script.values(filled), (std::vector<double>{4, 2, 4})) << name;
    EXPECT_EQ(script.gradient(filled, x), (std::vector<double>{0, 1, 0})) << name;
  }
}

TEST(DerivativeOfPicks, FollowsWhatIsTakenTogether) {
  // The index sends the source elements 0 and 2 to position 1, and the source element 4 to position 2.
  Script script;
  const Tensor x = script.leaf({3}, {3, 4, 4});
  const Tensor w = script.leaf({3}, {0, 2, 4});
  const Tensor index = script.constant({3}, {1, 1, 2}, DType::Int64);
  struct Reduced {
    int reduction, include_self;
    std::vector<double> values, of_x, of_w;
  };
  const double third = 1.0 / 3;
  for (const Reduced& one :
       {Reduced{0, 1, {3, 6, 8}, {1, 1, 1}, {1, 1, 1}}, Reduced{0, 0, {3, 2, 4}, {1, 0, 0}, {1, 1, 1}},
        Reduced{1, 1, {3, 0, 16}, {1, 0, 4}, {8, 0, 4}}, Reduced{1, 0, {3, 0, 4}, {1, 0, 0}, {2, 0, 1}},
        Reduced{2, 1, {3, 2, 4}, {1, third, 0.5}, {third, third, 0.5}},
        Reduced{2, 0, {3, 1, 4}, {1, 0, 0}, {0.5, 0.5, 1}}, Reduced{3, 1, {3, 4, 4}, {1, 1, 0.5}, {0, 0, 0.5}},
        Reduced{3, 0, {3, 2, 4}, {1, 0, 0}, {0, 1, 1}}, Reduced{4, 1, {3, 0, 4}, {1, 0, 0.5}, {1, 0, 0.5}},
        Reduced{4, 0, {3, 0, 4}, {1, 0, 0}, {1, 0, 1}}}) {
    const Tensor y = script.apply("scatter_reduce.two", {x, index, w}, {3}, {0, one.reduction, one.include_self});
    EXPECT_EQ(script.values(y), one.values) << one.reduction;
    EXPECT_EQ(script.gradient(y, x), one.of_x) << one.reduction;
    EXPECT_EQ(script.gradient(y, w), one.of_w) << one.reduction;
  }
}

TEST(DerivativeOfPicks, FollowsTheMask) {
  Script script;
  const Tensor x = script.leaf({2}, {1, 2});
  const Tensor w = script.leaf({2}, {5, 6});
  const Tensor mask = script.constant({2}, {1, 0}, DType::Bool);
  const Tensor filled = script.apply("masked_fill.Scalar", {x, mask}, {2}, {0, 3});
  EXPECT_EQ(script.values(filled), (std::vector<double>{3, 2}));
  EXPECT_EQ(script.gradient(filled, x), (std::vector<double>{0, 1}));
  const Tensor chosen = script.apply("where.self", {mask, x, w}, {2});
  EXPECT_EQ(script.values(chosen), (std::vector<double>{1, 6}));
  EXPECT_EQ(script.gradient(chosen, x), (std::vector<double>{1, 0}));
  EXPECT_EQ(script.gradient(chosen, w), (std::vector<double>{0, 1}));
}

TEST(DerivativeOfPicks, OfRowsIsSharedAsTheDocumentsSay) {
  Script script;
  const Tensor weight = script.leaf({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor indices = script.constant({4}, {2, 0, 2, 1}, DType::Int64);
  const Tensor plain = script.apply("embedding", {weight, indices}, {4, 2}, {-1, 0, 0});
  EXPECT_EQ(script.values(plain), (std::vector<double>{5, 6, 1, 2, 5, 6, 3, 4}));
  EXPECT_EQ(script.gradient(plain, weight), (std::vector<double>{1, 1, 1, 1, 2, 2}));
  const Tensor padded = script.apply("embedding", {weight, indices}, {4, 2}, {1, 0, 0});
  EXPECT_EQ(script.gradient(padded, weight), (std::vector<double>{1, 1, 0, 0, 2, 2}));
  const Tensor scaled = script.apply("embedding", {weight, indices}, {4, 2}, {-1, 1, 0});
  EXPECT_EQ(script.gradient(scaled, weight), (std::vector<double>{1, 1, 1, 1, 1, 1}));
}

// The immediates are scale_grad_by_freq, mode, sparse, whether per_sample_weights are given, include_last_offset and
// padding_idx.
TEST(DerivativeOfBags, IsSharedAsTheDocumentsSay) {
  struct Bags {
    std::vector<int> immediates;
    bool weighted;
    std::vector<double> values;
    std::vector<double> gradient;
  };
  // The first bag has the rows 2 and 0, the second bag is empty, and the third has row 2 twice.
  const std::vector<Bags> cases{
      {{0, 0, 0, 0, 0, -1}, false, {6, 8, 0, 0, 10, 12}, {1, 1, 0, 0, 11, 11}},
      {{0, 1, 0, 0, 0, -1}, false, {3, 4, 0, 0, 5, 6}, {0.5, 0.5, 0, 0, 5.5, 5.5}},
      {{0, 2, 0, 0, 0, -1}, false, {5, 6, 0, 0, 5, 6}, {0, 0, 0, 0, 6, 6}},
      {{1, 0, 0, 0, 0, -1}, false, {6, 8, 0, 0, 10, 12}, {1, 1, 0, 0, 11. / 3, 11. / 3}},
      {{0, 1, 0, 0, 0, 0}, false, {5, 6, 0, 0, 5, 6}, {0, 0, 0, 0, 6, 6}},
      {{0, 0, 0, 1, 0, -1}, true, {7, 10, 0, 0, 35, 42}, {2, 2, 0, 0, 36, 36}},
  };
  for (const Bags& test : cases) {
    Script script;
    const Tensor weight = script.leaf({3, 2}, {1, 2, 3, 4, 5, 6});
    const Tensor indices = script.constant({4}, {2, 0, 2, 2}, DType::Int64);
    const Tensor offsets = script.constant({3}, {0, 2, 2}, DType::Int64);
    const Tensor samples = script.leaf({4}, {1, 2, 3, 4});
    std::vector<Tensor> results{script.empty({3, 2}, DType::Float64)};
    for (int i = 0; i < 3; ++i) {
      results.push_back(script.empty(i == 0                              ? Sizes{4}
                                     : i == 2 && test.immediates[1] == 2 ? Sizes{3, 2}
                                                                         : Sizes{3},
                                     DType::Int64));
      results.back().geometry.history = 0;
    }
    std::vector<Tensor> inputs{weight, indices, offsets};
    if (test.weighted) inputs.push_back(samples);
    script.apply_into(results, "_embedding_bag", inputs, test.immediates, true);
    EXPECT_EQ(script.values(results[0]), test.values);
    const Tensor of_bags = script.constant({3, 2}, {1, 1, 7, 7, 5, 5});
    const Tensor total = script.apply("sum", {script.apply("mul.Tensor", {results[0], of_bags}, {3, 2})}, {}, {-1});
    const std::vector<double> got = script.gradient(total, weight);
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], test.gradient[i], 1e-12) << i;
    if (test.weighted) {
      EXPECT_EQ(script.gradient(total, samples), (std::vector<double>{11, 3, 55, 55}));
    }
  }
}

TEST(DerivativeOfPicks, FollowsTheOrder) {
  const std::vector<double> unordered{3, -1, 2, 0, 5, 4};
  struct Choice {
    const char* name;
    std::vector<int> immediates;
    Sizes sizes;
    std::vector<double> values, places, gradient;  // `gradient` is the gradient of sum(values * (1, 2, ...))
  };
  for (const Choice& choice : {
           Choice{"max.dim", {1, 0}, {2}, {3, 5}, {0, 1}, {1, 0, 0, 0, 2, 0}},
           Choice{"min.dim", {0, 1}, {1, 3}, {0, -1, 2}, {1, 0, 0}, {0, 2, 3, 1, 0, 0}},
           Choice{"sort.stable", {-1, 0}, {2, 3}, {-1, 2, 3, 0, 4, 5}, {1, 2, 0, 0, 2, 1}, {3, 1, 2, 4, 6, 5}},
           Choice{"sort.stable", {0, 1}, {2, 3}, {3, 5, 4, 0, -1, 2}, {0, 1, 1, 1, 0, 0}, {1, 5, 6, 4, 2, 3}},
           Choice{"sort", {0, 1}, {2, 3}, {3, 5, 4, 0, -1, 2}, {0, 1, 1, 1, 0, 0}, {1, 5, 6, 4, 2, 3}},
           Choice{"topk", {2, 1, 1, 1}, {2, 2}, {3, 2, 5, 4}, {0, 2, 1, 2}, {1, 0, 2, 0, 3, 4}},
           Choice{"topk", {1, 0, 0, 0}, {1, 3}, {0, -1, 2}, {1, 0, 0}, {0, 2, 3, 1, 0, 0}},
           Choice{"kthvalue", {2, 1, 1}, {2, 1}, {2, 4}, {2, 2}, {0, 0, 1, 0, 0, 2}},
           Choice{"median.dim", {1, 0}, {2}, {2, 4}, {2, 2}, {0, 0, 1, 0, 0, 2}},
           Choice{"cummax", {1}, {2, 3}, {3, 3, 3, 0, 5, 5}, {0, 0, 0, 0, 1, 1}, {6, 0, 0, 4, 11, 0}},
           Choice{"cummin", {1}, {2, 3}, {3, -1, -1, 0, 0, 0}, {0, 1, 1, 0, 0, 0}, {1, 5, 0, 15, 0, 0}},
       }) {
    Script script;
    const Tensor x = script.leaf({2, 3}, unordered);
    const auto [values, places] = script.apply_two(choice.name, {x}, choice.sizes, choice.immediates, DType::Int64);
    EXPECT_EQ(script.values(values), choice.values) << choice.name;
    EXPECT_EQ(script.values(places), choice.places) << choice.name;
    EXPECT_EQ(script.state(places).certainty, Certainty::Exact) << choice.name;
    std::vector<double> weights(choice.values.size());
    std::iota(weights.begin(), weights.end(), 1.0);
    const Tensor seed = script.constant(choice.sizes, weights);
    EXPECT_EQ(script.values(script.backward(values, x, &seed)), choice.gradient) << choice.name;
  }
}

TEST(DerivativeOfPicks, FollowsTheMaximaOfWindows) {
  struct Choice {
    const char* name;
    Sizes image;
    std::vector<int> immediates;
    Sizes sizes;
    std::vector<double> values, places, gradient;  // `gradient` is the gradient of sum(values * (1, 2, ...))
  };
  for (const Choice& choice : {
           Choice{"max_pool2d_with_indices",
                  {1, 2, 3},
                  {1, 2, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0},
                  {1, 1, 2},
                  {5, 5},
                  {4, 4},
                  {0, 0, 0, 0, 3, 0}},
           Choice{"max_pool2d_with_indices",
                  {1, 2, 3},
                  {1, 2, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0},
                  {1, 2, 2},
                  {3, 2, 0, 5},
                  {0, 2, 3, 4},
                  {1, 0, 2, 3, 4, 0}},
           Choice{"max_pool3d_with_indices",
                  {1, 1, 2, 3},
                  {3, 1, 2, 2, 3, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0},
                  {1, 1, 1, 2},
                  {5, 5},
                  {4, 4},
                  {0, 0, 0, 0, 3, 0}},
       }) {
    Script script;
    const Tensor x = script.leaf(choice.image, {3, -1, 2, 0, 5, 4});
    const auto [values, places] = script.apply_two(choice.name, {x}, choice.sizes, choice.immediates, DType::Int64);
    EXPECT_EQ(script.values(values), choice.values) << choice.name;
    EXPECT_EQ(script.values(places), choice.places) << choice.name;
    std::vector<double> weights(choice.values.size());
    std::iota(weights.begin(), weights.end(), 1.0);
    const Tensor seed = script.constant(choice.sizes, weights);
    EXPECT_EQ(script.values(script.backward(values, x, &seed)), choice.gradient) << choice.name;
  }
}

TEST(DerivativeOfPicks, IsOpenWhereTheChoiceIs) {
  struct Choice {
    const char* name;
    std::vector<int> immediates;
    Sizes sizes;
    bool open;
  };
  for (const Choice& choice : {Choice{"max.dim", {0, 0}, {}, false}, Choice{"min.dim", {0, 0}, {}, false},
                               Choice{"sort.stable", {0, 0}, {3}, false}, Choice{"sort", {0, 0}, {3}, true},
                               Choice{"topk", {2, 0, 1, 1}, {2}, true}, Choice{"topk", {1, 0, 0, 1}, {1}, false},
                               Choice{"kthvalue", {2, 0, 0}, {}, true}, Choice{"median.dim", {0, 0}, {}, true},
                               Choice{"cummax", {0}, {3}, true}, Choice{"cummin", {0}, {3}, false}}) {
    Script script;
    const Tensor x = script.leaf({3}, {2, 1, 2});
    const auto [values, places] = script.apply_two(choice.name, {x}, choice.sizes, choice.immediates, DType::Int64);
    EXPECT_EQ(script.state(values).certainty, Certainty::Exact) << choice.name;
    EXPECT_EQ(script.state(places).certainty, choice.open ? Certainty::Unknown : Certainty::Exact) << choice.name;
    const Tensor gradient = script.backward(values, x);
    EXPECT_EQ(script.state(gradient).certainty == Certainty::Unknown, choice.open) << choice.name;
  }
  // With sorted=false the order of topk's results is unspecified, so the reference must not claim to know them.
  Script script;
  const Tensor x = script.leaf({3}, {2, 1, 3});
  const auto [values, places] = script.apply_two("topk", {x}, {2}, {2, 0, 1, 0}, DType::Int64);
  EXPECT_EQ(script.state(values).certainty, Certainty::Unknown);
  EXPECT_EQ(script.state(places).certainty, Certainty::Unknown);
}

TEST(DerivativeOfMatrices, IsThatOfTheInverse) {
  Script script;
  const Tensor x = script.leaf({2, 2}, {2, 1, 1, 3});
  const auto [inverse, info] = script.apply_two("linalg_inv_ex", {x}, {2, 2}, {0}, DType::Int32);
  const std::vector<double> expected{0.6, -0.2, -0.2, 0.4};
  const std::vector<double> slopes{-0.16, -0.08, -0.08, -0.04};
  const Tensor ones = script.constant({2, 2}, {1, 1, 1, 1});
  const std::vector<double> gradient = script.values(script.backward(inverse, x, &ones));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(script.values(inverse)[i], expected[i], 1e-14);
    EXPECT_NEAR(gradient[i], slopes[i], 1e-14);
  }
  EXPECT_EQ(script.state(info).certainty, Certainty::Exact);
}

// The operator reads only one triangle of a symmetric matrix. Its gradient is symmetric, so half of the gradient goes
// to the triangle that is not read.
TEST(DerivativeOfMatrices, OfASymmetricOneIsSymmetric) {
  for (const bool upper : {false, true}) {
    Script script;
    const Tensor x = script.leaf({2, 2}, upper ? std::vector<double>{2, 1, 7, 3} : std::vector<double>{2, 7, 1, 3});
    const auto [factor, info] = script.apply_two("linalg_cholesky_ex", {x}, {2, 2}, {upper ? 1 : 0, 0}, DType::Int32);
    const double a = std::sqrt(2.0);
    const double b = 1 / a;
    const double c = std::sqrt(3 - b * b);
    const std::vector<double> expected = upper ? std::vector<double>{a, b, 0, c} : std::vector<double>{a, 0, b, c};
    const double of_corner = -1 / (2 * a * a * a);
    const double of_side = (1 / a - b / c / a) / 2;
    const std::vector<double> slopes{1 / (2 * a) + of_corner - b / c * of_corner, of_side, of_side, 1 / (2 * c)};
    const Tensor ones = script.constant({2, 2}, {1, 1, 1, 1});
    const std::vector<double> gradient = script.values(script.backward(factor, x, &ones));
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(script.values(factor)[i], expected[i], 1e-14);
      EXPECT_NEAR(gradient[i], slopes[i], 1e-14);
    }
  }
}

TEST(DerivativeOfMatrices, IsOpenNextToASingularOne) {
  for (const char* const name : {"linalg_inv_ex", "linalg_cholesky_ex"}) {
    Script script;
    const Tensor x = script.leaf({2, 2}, {1, 1, 1, 1});
    const bool factors = std::string(name) == "linalg_cholesky_ex";
    const std::vector<int> immediates = factors ? std::vector<int>{0, 0} : std::vector<int>{0};
    const auto [result, info] = script.apply_two(name, {x}, {2, 2}, immediates, DType::Int32);
    EXPECT_EQ(script.state(result).certainty, Certainty::Unknown) << name;
    EXPECT_EQ(script.state(info).certainty, Certainty::Unknown) << name;
    const Tensor ones = script.constant({2, 2}, {1, 1, 1, 1});
    EXPECT_EQ(script.state(script.backward(result, x, &ones)).certainty, Certainty::Unknown) << name;
  }
}

TEST(DerivativeOfDeterminants, IsThatOfTheCofactors) {
  Script script;
  const Tensor x = script.leaf({2, 2}, {2, 1, 1, 3});
  const std::vector<DType> dtypes{DType::Float64, DType::Float64, DType::Int32};
  const std::vector<Tensor> det = script.apply_several("_linalg_det", {x}, {{}, {2, 2}, {2}}, {}, dtypes, 1);
  EXPECT_NEAR(script.values(det[0])[0], 5, 1e-14);
  // The reference must not claim to know the factors, because some libraries factorise the matrix and others its
  // transpose.
  EXPECT_EQ(script.state(det[1]).certainty, Certainty::Unknown);
  EXPECT_EQ(script.state(det[2]).certainty, Certainty::Unknown);
  const std::vector<double> cofactors{3, -1, -1, 2};
  const std::vector<double> of_det = script.gradient(det[0], x);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(of_det[i], cofactors[i], 1e-13);

  const std::vector<Tensor> parts =
      script.apply_several("_linalg_slogdet", {x}, {{}, {}, {2, 2}, {2}}, {},
                           {DType::Float64, DType::Float64, DType::Float64, DType::Int32}, 2);
  EXPECT_EQ(script.values(parts[0]), (std::vector<double>{1}));
  EXPECT_NEAR(script.values(parts[1])[0], std::log(5.0), 1e-14);
  const std::vector<double> of_logarithm = script.gradient(parts[1], x);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(of_logarithm[i], cofactors[i] / 5, 1e-13);
}

TEST(DerivativeOfSolutions, FlowsToBothSides) {
  for (const bool left : {true, false}) {
    const auto solved = [&](const std::vector<double>& a, const std::vector<double>& b, Script& script,
                            std::vector<Tensor>& leaves) {
      leaves = {script.leaf({2, 2}, a), script.leaf({2, 2}, b)};
      const std::vector<Tensor> all =
          script.apply_several("_linalg_solve_ex", leaves, {{2, 2}, {2, 2}, {2}, {}}, {left ? 1 : 0, 0},
                               {DType::Float64, DType::Float64, DType::Int32, DType::Int32}, 1);
      EXPECT_EQ(script.state(all[3]).certainty, Certainty::Exact);
      const Tensor weighted = script.apply("mul.Tensor", {all[0], script.constant({2, 2}, {0.5, -1, 2, 0.25})}, {2, 2});
      return script.apply("sum", {weighted}, {}, {-1});
    };
    const std::vector<double> a{2, 1, -1, 3};
    const std::vector<double> b{1, 2, 3, -4};
    Script script;
    std::vector<Tensor> leaves;
    const Tensor total = solved(a, b, script, leaves);
    for (std::size_t k = 0; k < 2; ++k) {
      const ScalarFunction value = [&](const std::vector<double>& moved) {
        Script other;
        std::vector<Tensor> ignored;
        return other.values(solved(k == 0 ? moved : a, k == 1 ? moved : b, other, ignored))[0];
      };
      const std::vector<double> expected = finite_differences(value, k == 0 ? a : b, 1e-5);
      const std::vector<double> gradient = script.gradient(total, leaves[k]);
      for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(gradient[i], expected[i], 1e-6) << left << k << i;
    }
  }
}

TEST(DerivativeOfNorms, IsZeroWhereNothingHasADirection) {
  Script script;
  const Tensor x = script.leaf({3}, {0, 3, -4});
  const Tensor norm = script.apply("norm.Scalar", {x}, {}, {0, 2});
  EXPECT_NEAR(script.values(norm)[0], 5, 1e-14);
  const std::vector<double> gradient = script.gradient(norm, x);
  EXPECT_EQ(gradient[0], 0);
  EXPECT_NEAR(gradient[1], 0.6, 1e-14);
  EXPECT_NEAR(gradient[2], -0.8, 1e-14);
  const Tensor nothing = script.leaf({2}, {0, 0});
  EXPECT_EQ(script.gradient(script.apply("norm.Scalar", {nothing}, {}, {0, 2}), nothing), (std::vector<double>{0, 0}));
  // The norm of order -1 is zero, because 1 / 0 is infinite and 1 / infinity is zero.
  EXPECT_EQ(script.values(script.apply("norm.Scalar", {x}, {}, {0, -1})), (std::vector<double>{0}));
  EXPECT_EQ(script.values(script.apply("norm.Scalar", {x}, {}, {0, 0})), (std::vector<double>{2}));
}

TEST(DerivativeOfSegments, IsThatOfDifferences) {
  // The segments are given as lengths 1, 0 and 3, or as offsets 1, 2 and 4. They are reduced without an initial value,
  // or with the initial value two.
  for (const bool bounds : {false, true})
    for (const bool from_two : {false, true})
      for (int how = 0; how < 5; ++how) {
        const auto total = [&](Script& script, const Tensor& x) {
          const Tensor numbers =
              script.constant({3}, bounds ? std::vector<double>{1, 2, 4} : std::vector<double>{1, 0, 3}, DType::Int64);
          const std::int32_t segments = bounds ? 2 : 3;
          const Tensor reduced = script.apply("segment_reduce", {x, numbers}, {segments, 2},
                                              {how, bounds ? 0 : 1, 0, bounds ? 1 : 0, 0, 0, from_two ? 0 : -1, 2});
          // Use the last segment only, because the value of the empty segment may be infinite or NaN.
          const Tensor last = Script::view(reduced, {1, 2}, {2, 1}, 2 * (segments - 1));
          const Tensor weighted = script.apply("mul.Tensor", {last, script.constant({1, 2}, {0.5, -2})}, {1, 2});
          return script.apply("sum", {weighted}, {}, {-1});
        };
        const std::vector<double> given{1, 2, 3, -1, 0.5, 5, 4, -3};
        const ScalarFunction value = [&](const std::vector<double>& moved) {
          Script other;
          return other.values(total(other, other.constant({4, 2}, moved)))[0];
        };
        const std::vector<double> expected = finite_differences(value, given, 1e-5);
        Script script;
        const Tensor x = script.leaf({4, 2}, given);
        const std::vector<double> gradient = script.gradient(total(script, x), x);
        for (std::size_t i = 0; i < given.size(); ++i)
          EXPECT_NEAR(gradient[i], expected[i], 1e-6) << bounds << from_two << how << i;
      }
}

TEST(Segments, WithoutElementsAreWhatTheyStartWith) {
  Script script;
  const Tensor x = script.constant({2}, {3, 4});
  const Tensor lengths = script.constant({2}, {2, 0}, DType::Int64);
  const auto reduced = [&](int how, bool from_two) {
    return script.values(script.apply("segment_reduce", {x, lengths}, {2}, {how, 1, 0, 0, 0, 0, from_two ? 0 : -1, 2}));
  };
  EXPECT_EQ(reduced(0, false), (std::vector<double>{7, 0}));
  EXPECT_EQ(reduced(1, false), (std::vector<double>{12, 1}));
  EXPECT_EQ(reduced(3, false)[1], -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(reduced(2, false)[1]));
  EXPECT_EQ(reduced(0, true), (std::vector<double>{9, 2}));
  EXPECT_EQ(reduced(1, true), (std::vector<double>{24, 2}));
  EXPECT_EQ(reduced(2, true), (std::vector<double>{4.5, 2}));
  EXPECT_EQ(reduced(4, true), (std::vector<double>{2, 2}));
}

TEST(PlacesInSequences, OfANumberIsComparedAsWhatBothAre) {
  Script script;
  const Tensor sorted = script.constant({3}, {1, 2, 2}, DType::Int64);
  const auto place = [&](const char* name, const std::vector<int>& numbers) {
    return script.values(script.apply(name, {sorted}, {}, numbers, DType::Int64))[0];
  };
  EXPECT_EQ(place("searchsorted.Scalar", {0, 2, 0, 0, 0, 0}), 1);
  EXPECT_EQ(place("searchsorted.Scalar", {0, 2, 0, 1, 0, 0}), 3);
  // bucketize must not truncate the scalar 1.5 to an integer.
  EXPECT_EQ(place("bucketize.Scalar", {1, 3, 0, 1}), 1);
  EXPECT_EQ(place("bucketize.Scalar", {1, 5, 0, 0}), 3);
}

TEST(PlacesInSequences, AreKnownOfSortedOnes) {
  Script script;
  const Tensor sorted = script.constant({3}, {1, 2, 2});
  const Tensor values = script.constant({2, 2}, {0, 2, 3, 1.5});
  const auto places = [&](const Tensor& sequence, int right) {
    return script.apply("searchsorted.Tensor", {sequence, values}, {2, 2}, {0, right, 0, 0}, DType::Int64);
  };
  EXPECT_EQ(script.values(places(sorted, 0)), (std::vector<double>{0, 1, 3, 1}));
  EXPECT_EQ(script.values(places(sorted, 1)), (std::vector<double>{0, 3, 3, 1}));
  EXPECT_EQ(script.state(places(script.constant({3}, {2, 1, 2}), 0)).certainty, Certainty::Unknown);
}

TEST(DistinctElements, AreCountedAndFound) {
  Script script;
  const Tensor x = script.constant({2, 2}, {3, 1, 3, 2});
  EXPECT_EQ(script.player.count_distinct(x.geometry), 3);
  const std::vector<Tensor> all = script.apply_several("_unique2", {x}, {{3}, {2, 2}, {3}}, {1, 1, 1},
                                                       {DType::Float64, DType::Int64, DType::Int64}, 0);
  EXPECT_EQ(script.values(all[0]), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(script.values(all[1]), (std::vector<double>{2, 0, 2, 1}));
  EXPECT_EQ(script.values(all[2]), (std::vector<double>{1, 1, 2}));
  const Tensor none = script.constant({2}, {1, std::nan("")});
  EXPECT_FALSE(script.player.count_distinct(none.geometry).has_value());
}

TEST(DerivativeOfSeveralResults, IsTheSumOfTheirs) {
  for (const bool root : {false, true}) {
    const auto value = [&](const std::vector<double>& x) {
      double out = 0;
      for (std::size_t column = 0; column < 3; ++column) {
        const double mean = (x[column] + x[column + 3]) / 2;
        const double variance =
            (x[column] - mean) * (x[column] - mean) + (x[column + 3] - mean) * (x[column + 3] - mean);
        out += (root ? std::sqrt(variance) : variance) + 3 * mean;
      }
      return out;
    };
    const std::vector<double> at = numbers(6, 1, false);
    Script script;
    const Tensor x = script.leaf({2, 3}, at);
    const auto [spread, mean] = script.apply_two(root ? "std_mean.correction" : "var_mean.correction", {x}, {3},
                                                 {1, 0, 0, 0, 0, 1, 1, 0}, DType::Float64);
    const Tensor tripled = script.apply("mul.Tensor", {mean, script.constant({3}, {3, 3, 3})}, {3});
    const Tensor total = script.apply("add.Tensor", {spread, tripled}, {3}, {0, 1});
    const std::vector<double> got = script.gradient(total, x);
    const std::vector<double> want = finite_differences(value, at, 1e-5);
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-7) << root << ", element " << i;
  }
}

// One case of a normalisation. Its numbers are the six elements of the input, then those of the weight and of the bias.
struct Normalization {
  std::string_view name;
  Sizes input;
  Sizes parameter;
  Sizes statistics;
  std::vector<int> immediates;
  bool statistics_flow;
};

TEST(DerivativeOfNormalizations, AgreesWithDifferences) {
  const std::vector<Normalization> cases{
      {"native_layer_norm", {2, 3}, {3}, {2, 1}, {1, 3, 0, 0, 0, 1, 1, 1}, false},
      {"native_layer_norm", {2, 3}, {2, 3}, {1, 1}, {2, 2, 3, 0, 0, 1, 1, 1}, false},
      {"native_group_norm", {1, 2, 3}, {2}, {1, 1}, {1, 1, 1, 2, 3, 1, 1}, true},
      {"native_group_norm", {1, 2, 3}, {2}, {1, 2}, {1, 1, 1, 2, 3, 2, 2}, true},
      {"native_group_norm", {2, 3}, {3}, {2, 1}, {1, 1, 2, 3, 1, 1, 1}, true},
  };
  for (const Normalization& test : cases) {
    std::size_t parameters = 1;
    for (const int size : test.parameter) parameters *= static_cast<std::size_t>(size);
    std::size_t groups = 1;
    for (const int size : test.statistics) groups *= static_cast<std::size_t>(size);
    const std::vector<double> at = numbers(6 + 2 * parameters, 1, false);
    const std::vector<double> weights = numbers(6, 2, false);
    const std::vector<double> more = numbers(groups, 3, false);
    std::array<Tensor, 3> leaves;
    const auto total = [&](Script& script, const std::vector<double>& x) {
      const auto part = [&](std::size_t begin, std::size_t count) {
        const auto from = x.begin() + static_cast<std::ptrdiff_t>(begin);
        return std::vector<double>(from, from + static_cast<std::ptrdiff_t>(count));
      };
      leaves = {script.leaf(test.input, part(0, 6)), script.leaf(test.parameter, part(6, parameters)),
                script.leaf(test.parameter, part(6 + parameters, parameters))};
      std::vector<Tensor> results{script.empty(test.input, DType::Float64),
                                  script.empty(test.statistics, DType::Float64),
                                  script.empty(test.statistics, DType::Float64)};
      if (!test.statistics_flow) results[1].geometry.history = results[2].geometry.history = 0;
      script.apply_into(results, test.name, {leaves[0], leaves[1], leaves[2]}, test.immediates, true);
      const auto weighted = [&](const Tensor& result, const Sizes& sizes, const std::vector<double>& by) {
        return script.apply("sum", {script.apply("mul.Tensor", {result, script.constant(sizes, by)}, sizes)}, {}, {-1});
      };
      Tensor out = weighted(results[0], test.input, weights);
      if (!test.statistics_flow) return out;
      out = script.apply("add.Tensor", {out, weighted(results[1], test.statistics, more)}, {}, {0, 1});
      return script.apply("add.Tensor", {out, weighted(results[2], test.statistics, more)}, {}, {0, 3});
    };
    const auto value = [&](const std::vector<double>& x) {
      Script script;
      const Tensor out = total(script, x);
      return script.values(out)[0];
    };
    Script script;
    const Tensor out = total(script, at);
    const std::array<Tensor, 3> of = leaves;
    const std::vector<double> want = finite_differences(value, at, 1e-5);
    std::size_t i = 0;
    for (const Tensor& leaf : of)
      for (const double got : script.gradient(out, leaf)) {
        EXPECT_NEAR(got, want[i], 1e-7) << test.name << ", element " << i;
        ++i;
      }
  }
}

// Holds one case: the sizes and the dimensions of a transform, and whether the result keeps only one half of the last
// dimension. The test transforms a tensor, multiplies the result by itself, and transforms the product back.
struct Transformed {
  Sizes sizes;
  std::vector<int> dims;
  bool onesided;
};

TEST(DerivativeOfTransforms, AgreesWithDifferences) {
  const std::vector<Transformed> cases{
      {{6}, {0}, true},       {{5}, {0}, true},          {{1}, {0}, true},     {{2, 3}, {0, 1}, true},
      {{3, 4}, {1, 0}, true}, {{2, 2, 3}, {2, 0}, true}, {{2, 3}, {1}, false}, {{4, 2}, {1, 0}, false},
  };
  for (const Transformed& test : cases) {
    std::size_t elements = 1;
    for (const int size : test.sizes) elements *= static_cast<std::size_t>(size);
    const auto last = static_cast<std::size_t>(test.dims.back());
    Sizes half = test.sizes;
    if (test.onesided) half[last] = half[last] / 2 + 1;
    std::size_t kept = 1;
    for (const int size : half) kept *= static_cast<std::size_t>(size);
    std::vector<int> dims{static_cast<int>(test.dims.size()), 0, 0, 0, 0};
    for (std::size_t i = 0; i < test.dims.size(); ++i) dims[1 + i] = test.dims[i];
    const auto with = [&](int normalization, int more) {
      std::vector<int> out = dims;
      out.insert(out.end(), {normalization, more});
      return out;
    };
    Tensor x;
    const auto total = [&](Script& script, const std::vector<double>& at) {
      x = script.leaf(test.sizes, at);
      const Tensor there = script.apply("_fft_r2c", {x}, half, with(1, test.onesided ? 1 : 0), DType::Complex128);
      const Tensor squares = script.apply("mul.Tensor", {there, there}, half, {}, DType::Complex128);
      const Tensor weighted = script.apply("mul.Tensor", {squares, script.constant(half, numbers(kept, 2, false))},
                                           half, {}, DType::Complex128);
      if (!test.onesided) {
        const Tensor size = script.apply("abs", {script.apply("sum", {weighted}, {}, {-1}, DType::Complex128)}, {});
        return size;
      }
      const Tensor back = script.apply("_fft_c2r", {weighted}, test.sizes, with(2, test.sizes[last]));
      const Tensor other = script.constant(test.sizes, numbers(elements, 3, false));
      return script.apply("sum", {script.apply("mul.Tensor", {back, other}, test.sizes)}, {}, {-1});
    };
    const std::vector<double> at = numbers(elements, 1, false);
    const std::vector<double> want = finite_differences(
        [&](const std::vector<double>& moved) {
          Script script;
          return script.values(total(script, moved))[0];
        },
        at, 1e-5);
    Script script;
    const Tensor out = total(script, at);
    const std::vector<double> got = script.gradient(out, x);
    for (std::size_t i = 0; i < want.size(); ++i)
      EXPECT_NEAR(got[i], want[i], 1e-7) << test.sizes.size() << " dimensions, element " << i;
  }
}

TEST(Transforms, AreTheirDefinition) {
  Script script;
  const Tensor x = script.constant({4}, {1, 2, 3, 5});
  const Tensor y = script.apply("_fft_r2c", {x}, {3}, {1, 0, 0, 0, 0, 0, 1}, DType::Complex128);
  EXPECT_EQ(script.values(y), (std::vector<double>{11, 0, -2, 3, -3, 0}));
  const Tensor back = script.apply("_fft_c2r", {y}, {4}, {1, 0, 0, 0, 0, 2, 4});
  EXPECT_EQ(script.values(back), (std::vector<double>{1, 2, 3, 5}));
}

TEST(DerivativeAtKinks, IsThatOfTheTable) {
  Script script;
  const Tensor x = script.leaf({3}, {0, 1, -1});
  EXPECT_EQ(script.gradient(script.apply("relu", {x}, {3}), x), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(script.gradient(script.apply("abs", {x}, {3}), x), (std::vector<double>{0, 1, -1}));
  const Tensor same = script.constant({3}, {0, 0, 0});
  EXPECT_EQ(script.gradient(script.apply("maximum", {x, same}, {3}), x), (std::vector<double>{0.5, 1, 0}));
  const Tensor ties = script.leaf({2, 3}, {1, 1, 0, 1, -1, 1});
  EXPECT_EQ(script.gradient(script.apply("amax", {ties}, {}, {0}), ties),
            (std::vector<double>{0.25, 0.25, 0, 0.25, 0, 0.25}));
}

}  // namespace
}  // namespace modecheck::reference::testing
