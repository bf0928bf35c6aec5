// Tests every kernel with values computed by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "reference/values/promotion.h"
#include "script.h"
#include "spec/program/program.h"

namespace modecheck::reference::testing {
namespace {

using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Kernels : public ::testing::Test {
 protected:
  Script script{DType::Float32};

  Values run(std::string_view name, const std::vector<Tensor>& inputs, const Sizes& sizes,
             const std::vector<int>& immediates = {}, DType dtype = DType::Float32) {
    last = script.apply(name, inputs, sizes, immediates, dtype);
    return script.values(last);
  }
  Values run_on(const Tensor& self, std::string_view name, std::vector<Tensor> others,
                const std::vector<int>& immediates = {}) {
    others.insert(others.begin(), self);
    script.apply_to(self, name, others, immediates);
    last = self;
    return script.values(self);
  }
  Tensor floats(const Sizes& sizes, const Values& values) { return script.constant(sizes, values); }
  Tensor integers(const Sizes& sizes, const Values& values) { return script.constant(sizes, values, DType::Int64); }
  Tensor bools(const Sizes& sizes, const Values& values) { return script.constant(sizes, values, DType::Bool); }
  Certainty certainty() { return script.state(last).certainty; }

  Tensor last;
};

TEST_F(Kernels, Creation) {
  EXPECT_EQ(run("zeros", {}, {2}), (Values{0, 0}));
  EXPECT_EQ(run("empty.memory_format", {}, {2}), (Values{0, 0}));
  EXPECT_EQ(run("ones", {}, {2}, {}, DType::Int64), (Values{1, 1}));
  EXPECT_EQ(run("full", {}, {2}, {1, 2, 0, 0, 0, 1, 3}), (Values{1.5, 1.5}));
  EXPECT_EQ(run("full", {}, {2}, {1, 2, 0, 0, 0, 1, 3}, DType::Int64), (Values{1, 1}));
  EXPECT_EQ(run("full", {}, {2}, {1, 2, 0, 0, 0, 0, -2}, DType::Bool), (Values{1, 1}));
  EXPECT_EQ(run("arange.start_step", {}, {3}, {1, 1, 0, 3, 0, 1}), (Values{0.5, 1.5, 2.5}));
  EXPECT_EQ(run("arange.start_step", {}, {3}, {1, 1, 0, 3, 0, 1}, DType::Int64), (Values{0, 1, 2}));
  EXPECT_EQ(run("arange.start_step", {}, {2}, {0, 4, 0, 0, 0, -2}), (Values{4, 2}));
}

// The rounding error of a normalised number near zero is not relative to the number. A subject may first multiply the
// weight by the reciprocal deviation, and round that product before it multiplies by x.
TEST_F(Kernels, ANormalizedNumberNextToZeroIsKnownToAFewOfTheSmallest) {
  constexpr double smallest = std::numeric_limits<float>::denorm_min();
  const std::vector<Tensor> results{script.empty({2, 2}, DType::Float32), script.empty({2, 1}, DType::Float32),
                                    script.empty({2, 1}, DType::Float32)};
  script.apply_into(results, "native_group_norm", {floats({2, 2}, {0.5, 2.75, 2, -1}), floats({2}, {2 * smallest, 0})},
                    {1, 0, 2, 2, 1, 1, 2}, /*recorded=*/false);
  EXPECT_GE(script.state(results[0]).tolerance, 2 * smallest);
  EXPECT_LE(script.state(results[0]).tolerance, 16 * smallest);
}

// The product is half of the smallest float, which rounds to zero. A subject that uses a fused multiply-add keeps it.
TEST_F(Kernels, AProductThatHasNoBitsLeftIsRounded) {
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  const Tensor x = script.constant({1}, {smallest}, DType::Float64);
  EXPECT_EQ(run("sub.Tensor", {x, x}, {1}, {1, 1}, DType::Float64), (Values{smallest}));
  EXPECT_EQ(certainty(), Certainty::Bounded);
  EXPECT_GE(script.state(last).tolerance, smallest);
  EXPECT_LE(script.state(last).tolerance, 8 * smallest);
}

// A quiet NaN loses against a number. A signalling NaN may win or lose, because C libraries differ.
TEST_F(Kernels, AQuietNanLosesAgainstANumber) {
  const Tensor quiet = floats({1}, {std::nan("")});
  EXPECT_EQ(run("fmax", {floats({1}, {2}), quiet}, {1}), (Values{2}));
  EXPECT_EQ(run("fmin", {quiet, floats({1}, {2})}, {1}), (Values{2}));
  Tensor signalling = script.constant({1}, {0x7f800001}, DType::Int32);
  signalling.geometry.dtype = DType::Float32;
  run("fmax", {floats({1}, {2}), signalling}, {1});
  EXPECT_EQ(certainty(), Certainty::Unknown);
}

TEST_F(Kernels, RandIsMersenneTwister) {
  const std::vector<int> sizes{1, 2};
  const Values got = run("rand", {}, {2}, sizes);
  std::mt19937 twister(static_cast<std::uint32_t>(spec::rand_seed(script.record("rand", sizes))));
  EXPECT_EQ(got[0], static_cast<double>(twister() & 0xffffffu) * 0x1p-24);
  EXPECT_EQ(got[1], static_cast<double>(twister() & 0xffffffu) * 0x1p-24);
  const Values wide = run("rand", {}, {1}, sizes, DType::Float64);
  twister.seed(static_cast<std::uint32_t>(spec::rand_seed(script.record("rand", sizes))));
  const std::uint64_t high = twister();
  const std::uint64_t low = twister();
  EXPECT_EQ(wide[0], static_cast<double>((high << 32 | low) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53);
}

TEST_F(Kernels, Unary) {
  const Tensor x = floats({3}, {0.5, -2, 0});
  EXPECT_EQ(run("neg", {x}, {3}), (Values{-0.5, 2, 0}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("abs", {x}, {3}), (Values{0.5, 2, 0}));
  EXPECT_EQ(run("relu", {x}, {3}), (Values{0.5, 0, 0}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("relu", {floats({1}, {-0.0})}, {1}), (Values{0}));
  EXPECT_EQ(certainty(), Certainty::Bounded) << "either zero";
  EXPECT_EQ(script.state(last).tolerance, 0);
  EXPECT_EQ(run("exp", {x}, {3})[2], 1);
  EXPECT_EQ(certainty(), Certainty::Bounded);
  EXPECT_FLOAT_EQ(static_cast<float>(run("sigmoid", {x}, {3})[0]), 0.62245935f);
  EXPECT_FLOAT_EQ(static_cast<float>(run("tanh", {x}, {3})[1]), -0.96402758f);
  EXPECT_EQ(run("neg", {integers({2}, {3, -1})}, {2}, {}, DType::Int64), (Values{-3, 1}));
  EXPECT_EQ(run("abs", {integers({2}, {3, -1})}, {2}, {}, DType::Int64), (Values{3, 1}));
  EXPECT_EQ(run("relu", {integers({2}, {3, -1})}, {2}, {}, DType::Int64), (Values{3, 0}));
  EXPECT_EQ(run("exp", {bools({1}, {0})}, {1}), (Values{1}));
}

TEST_F(Kernels, ExpBeyondTheRangeSaysNothing) {
  EXPECT_EQ(run("exp", {floats({1}, {100})}, {1}), (Values{kInfinity}));
  EXPECT_EQ(certainty(), Certainty::Unknown);
}

TEST_F(Kernels, Binary) {
  const Tensor x = floats({2, 2}, {1, 2, 3, 4});
  const Tensor row = floats({2}, {10, 20});
  const Tensor column = floats({2, 1}, {10, 20});
  EXPECT_EQ(run("add.Tensor", {x, row}, {2, 2}, {0, 1}), (Values{11, 22, 13, 24}));
  EXPECT_EQ(run("add.Tensor", {x, column}, {2, 2}, {1, -1}), (Values{-4, -3, -7, -6}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("sub.Tensor", {x, row}, {2, 2}, {0, 2}), (Values{-19, -38, -17, -36}));
  EXPECT_EQ(run("mul.Tensor", {row, column}, {2, 2}), (Values{100, 200, 200, 400}));
  EXPECT_EQ(run("div.Tensor", {x, row}, {2, 2})[3], static_cast<double>(4.0f / 20.0f));
  EXPECT_EQ(run("div.Tensor", {integers({2}, {1, 1}), integers({2}, {2, 0})}, {2}), (Values{0.5, kInfinity}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("maximum", {x, row}, {2, 2}), (Values{10, 20, 10, 20}));
  EXPECT_EQ(run("where.self", {bools({2}, {1, 0}), row, x}, {2, 2}), (Values{10, 2, 10, 4}));
  EXPECT_EQ(run("add.Tensor", {bools({2}, {1, 0}), bools({2}, {1, 0})}, {2}, {0, 2}, DType::Bool), (Values{1, 0}));
  EXPECT_EQ(run("mul.Tensor", {bools({2}, {1, 0}), integers({2}, {3, 4})}, {2}, {}, DType::Int64), (Values{3, 0}));
  EXPECT_EQ(run_on(floats({2}, {1, 2}), "add_.Scalar", {}, {0, 3, 1, 1}), (Values{2.5, 3.5}));
  EXPECT_EQ(run_on(floats({2}, {1, 2}), "mul_.Scalar", {}, {1, 3}), (Values{1.5, 3}));
  EXPECT_EQ(run_on(integers({2}, {1, 2}), "mul_.Scalar", {}, {0, -2}), (Values{-2, -4}));
}

TEST_F(Kernels, IntegersWrapAround) {
  Tensor x = integers({1}, {1});
  for (int i = 0; i < 63; ++i) run_on(x, "mul_.Scalar", {}, {0, 2});
  EXPECT_EQ(script.values(x), (Values{-0x1p63}));
  EXPECT_EQ(run("neg", {x}, {1}, {}, DType::Int64), (Values{-0x1p63}));
  run_on(x, "mul_.Scalar", {}, {0, 2});
  EXPECT_EQ(script.values(x), (Values{0}));
}

TEST_F(Kernels, PromotionPrefersDimensions) {
  ResultType type;
  spec::Geometry with;
  with.dtype = DType::Float32;
  with.rank = 1;
  spec::Geometry without;
  without.dtype = DType::Float64;
  type.add(with);
  type.add(without);
  EXPECT_EQ(type.dtype(), DType::Float32);
  with.dtype = DType::Int64;
  ResultType other;
  other.add(with);
  other.add(without);
  EXPECT_EQ(other.dtype(), DType::Float64);
  ResultType number;
  number.add(with);
  number.add(spec::ScalarValue{spec::ScalarValue::Kind::Float, 0.5});
  EXPECT_EQ(number.dtype(), DType::Float32);
}

TEST_F(Kernels, Comparisons) {
  const Tensor x = floats({3}, {1, 2, 3});
  const Tensor y = floats({1}, {2});
  EXPECT_EQ(run("eq.Tensor", {x, y}, {3}, {}, DType::Bool), (Values{0, 1, 0}));
  EXPECT_EQ(run("lt.Tensor", {x, y}, {3}, {}, DType::Bool), (Values{1, 0, 0}));
  EXPECT_EQ(run("lt.Tensor_out", {x, y}, {3}, {}, DType::Float32), (Values{1, 0, 0}));
  EXPECT_EQ(run("gt.Scalar", {x}, {3}, {1, 3}, DType::Bool), (Values{0, 1, 1}));
  EXPECT_EQ(run("gt.Scalar", {integers({3}, {0, 1, 2})}, {3}, {1, 1}, DType::Bool), (Values{0, 1, 1}));
  EXPECT_EQ(run_on(x, "eq_.Tensor", {y}), (Values{0, 1, 0}));
}

TEST_F(Kernels, ComparisonsOfInexactNumbersAreUnknownOnlyNearTheJump) {
  const Tensor one = run("exp", {floats({1}, {0})}, {1}).empty() ? Tensor{} : last;
  run("lt.Tensor", {one, floats({1}, {2})}, {1}, {}, DType::Bool);
  EXPECT_EQ(certainty(), Certainty::Exact);
  run("lt.Tensor", {one, floats({1}, {1})}, {1}, {}, DType::Bool);
  EXPECT_EQ(certainty(), Certainty::Unknown);
  run("to.dtype", {one}, {1}, {2}, DType::Int64);
  EXPECT_EQ(certainty(), Certainty::Unknown);
  run("to.dtype", {one}, {1}, {3}, DType::Bool);
  EXPECT_EQ(certainty(), Certainty::Exact);
}

TEST_F(Kernels, Reductions) {
  const Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(run("sum", {x}, {}, {-1}), (Values{21}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("sum.dim_IntList", {x}, {3}, {1, 0, 0, 0, 0, 0, -1}), (Values{5, 7, 9}));
  EXPECT_EQ(run("sum.dim_IntList", {x}, {2, 1}, {1, -1, 0, 0, 0, 1, -1}), (Values{6, 15}));
  EXPECT_EQ(run("sum.dim_IntList", {x}, {}, {-1, 0, 0, 0, 0, 0, -1}), (Values{21}));
  EXPECT_EQ(run("sum", {floats({4}, {0.75, 0.75, 1.75, -1.75})}, {}, {2}, DType::Int64), (Values{0}));
  EXPECT_EQ(run("sum", {bools({3}, {1, 1, 0})}, {}, {-1}, DType::Int64), (Values{2}));
  EXPECT_EQ(run("sum", {floats({0}, {})}, {}, {-1}), (Values{0}));
  EXPECT_EQ(run("mean.dim", {x}, {3}, {1, 0, 0, 0, 0, 0, -1}), (Values{2.5, 3.5, 4.5}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  run("mean.dim", {x}, {2}, {1, 1, 0, 0, 0, 0, -1});
  EXPECT_EQ(certainty(), Certainty::Bounded) << "by 3, or by a rounded third";
  EXPECT_EQ(run("amax", {x}, {2}, {1, 1}), (Values{3, 6}));
  EXPECT_EQ(run("amax", {x}, {}, {0}), (Values{6}));
  EXPECT_EQ(run("amin", {x}, {2}, {1, 1}), (Values{1, 4}));
  EXPECT_EQ(run("mean", {x}, {}, {-1}), (Values{3.5}));
  EXPECT_EQ(run("prod", {x}, {}, {-1}), (Values{720}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("prod.dim_int", {x}, {3}, {0, 0, -1}), (Values{4, 10, 18}));
  EXPECT_EQ(run("argmax", {x}, {3}, {1, 0, 0}, DType::Int64), (Values{1, 1, 1}));
  EXPECT_EQ(run("argmin", {x}, {}, {0, 0, 0}, DType::Int64), (Values{0}));
  EXPECT_EQ(run("cumsum", {x}, {2, 3}, {1, -1}), (Values{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(run("cumsum", {x}, {2, 3}, {0, -1}), (Values{1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(run("var.correction", {x}, {2}, {1, 1, 0, 0, 0, 1, 1, 0}), (Values{1, 1}));
  EXPECT_EQ(run("std.correction", {x}, {2}, {1, 1, 0, 0, 0, 1, 1, 0}), (Values{1, 1}));
  EXPECT_EQ(run("logsumexp", {floats({2}, {0, 0})}, {}, {1, 0, 0, 0, 0, 0}),
            (Values{static_cast<double>(static_cast<float>(std::log(2.0)))}));
  const Tensor zeros = floats({2, 2}, {0, 1, 0, 0});
  EXPECT_EQ(run("any", {zeros}, {}, {}, DType::Bool), (Values{1}));
  EXPECT_EQ(run("all", {zeros}, {}, {}, DType::Bool), (Values{0}));
  EXPECT_EQ(run("any.dim", {zeros}, {2}, {1, 0}, DType::Bool), (Values{1, 0}));
  EXPECT_EQ(run("all.dim", {x}, {2}, {1, 0}, DType::Bool), (Values{1, 1}));
  EXPECT_EQ(run("count_nonzero", {zeros}, {}, {0, 0}, DType::Int64), (Values{1}));
  EXPECT_EQ(run("nansum", {floats({3}, {1, std::nan(""), 2})}, {}, {-1, 0, 0, 0, 0, 0, -1}), (Values{3}));
  const Values shares = run("_softmax", {floats({2}, {0, 0})}, {2}, {0, 0});
  EXPECT_EQ(shares, (Values{0.5, 0.5}));
  // Checks softmax along the first dimension.
  const Values columns = run("softmax.int", {floats({2, 2}, {0, 1, 0, 1})}, {2, 2}, {0, -1});
  EXPECT_EQ(columns, (Values{0.5, 0.5, 0.5, 0.5}));
}

TEST_F(Kernels, SumsAreExactWhileTheOrderDoesNotMatter) {
  run("sum", {floats({3}, {0x1p24, 1, -0x1p24})}, {}, {-1});
  EXPECT_EQ(certainty(), Certainty::Bounded);
  run("sum", {floats({3}, {0x1p20, 1, -0x1p20})}, {}, {-1});
  EXPECT_EQ(certainty(), Certainty::Exact);
  run("sum", {floats({2}, {0.1f, 0.2f})}, {}, {-1});
  EXPECT_EQ(certainty(), Certainty::Bounded);
}

TEST_F(Kernels, Matrices) {
  const Tensor a = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = floats({3, 2}, {1, 0, 0, 1, 1, 1});
  EXPECT_EQ(run("mm", {a, b}, {2, 2}), (Values{4, 5, 10, 11}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  EXPECT_EQ(run("addmm", {floats({2}, {1, 2}), a, b}, {2, 2}, {0, 2, 0, -1}), (Values{-2, -1, -8, -7}));
  EXPECT_EQ(run("addmm", {floats({2}, {std::nan(""), 2}), a, b}, {2, 2}, {0, 0, 0, 1}), (Values{4, 5, 10, 11}));
  const Tensor v = floats({3}, {1, 1, 2});
  EXPECT_EQ(run("matmul", {v, v}, {}), (Values{6}));
  EXPECT_EQ(run("matmul", {a, v}, {2}), (Values{9, 21}));
  EXPECT_EQ(run("matmul", {v, b}, {2}), (Values{3, 3}));
  const Tensor two = floats({2, 1, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(run("matmul", {two, b}, {2, 1, 2}), (Values{4, 5, 10, 11}));
  EXPECT_EQ(run("mm", {integers({1, 1}, {3}), integers({1, 1}, {4})}, {1, 1}, {}, DType::Int64), (Values{12}));
  EXPECT_EQ(run("mm", {floats({1, 0}, {}), floats({0, 1}, {})}, {1, 1}), (Values{0}));
  run("mm", {floats({1, 1}, {kInfinity}), floats({1, 1}, {0})}, {1, 1});
  EXPECT_EQ(certainty(), Certainty::Unknown);
}

TEST_F(Kernels, Joining) {
  const Tensor a = floats({1, 2}, {1, 2});
  const Tensor b = floats({2, 2}, {3, 4, 5, 6});
  EXPECT_EQ(run("cat", {a, b}, {3, 2}, {2, 0}), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(run("cat", {b, b}, {2, 4}, {2, -1}), (Values{3, 4, 3, 4, 5, 6, 5, 6}));
  EXPECT_EQ(run("cat", {floats({0}, {}), b}, {2, 2}, {2, 0}), (Values{3, 4, 5, 6}));
  EXPECT_EQ(run("stack", {b, b}, {2, 2, 2}, {2, 1}), (Values{3, 4, 3, 4, 5, 6, 5, 6}));
  EXPECT_EQ(run("cat", {integers({1}, {7}), floats({1}, {0.5})}, {2}, {2, 0}), (Values{7, 0.5}));
  EXPECT_EQ(run("index_select", {b, integers({2}, {1, 1})}, {2, 2}, {1}), (Values{4, 4, 6, 6}));
  EXPECT_EQ(run("gather", {b, integers({2, 1}, {1, 0})}, {2, 1}, {1}), (Values{4, 5}));
  EXPECT_EQ(run("gather", {b, integers({1, 2}, {1, 0})}, {1, 2}, {0}), (Values{5, 4}));
  EXPECT_EQ(run("masked_fill.Scalar", {b, bools({2}, {0, 1})}, {2, 2}, {1, -1}), (Values{3, -0.5, 5, -0.5}));
}

TEST_F(Kernels, Copies) {
  const Tensor x = floats({2}, {1.75, -1.75});
  EXPECT_EQ(run("to.dtype", {x}, {2}, {2}, DType::Int64), (Values{1, -1}));
  EXPECT_EQ(run("_to_copy", {x}, {2}, {3}, DType::Bool), (Values{1, 1}));
  EXPECT_EQ(run("clone", {x}, {2}), (Values{1.75, -1.75}));
  const Tensor square = floats({2, 2}, {1, 2, 3, 4});
  const Tensor transposed = Script::view(square, {2, 2}, {1, 2});
  EXPECT_EQ(run("contiguous", {transposed}, {2, 2}), (Values{1, 3, 2, 4}));
  EXPECT_EQ(run("reshape", {transposed}, {4}), (Values{1, 3, 2, 4}));
  EXPECT_EQ(run_on(floats({2, 2}, {0, 0, 0, 0}), "copy_", {x}), (Values{1.75, -1.75, 1.75, -1.75}));
  EXPECT_EQ(run_on(integers({2}, {5, 5}), "zero_", {}), (Values{0, 0}));
  EXPECT_EQ(run_on(integers({2}, {5, 5}), "fill_.Scalar", {}, {1, 5}), (Values{2, 2}));
}

TEST_F(Kernels, WritesThroughViewsReachTheBase) {
  const Tensor base = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor column = Script::view(base, {2}, {3}, 1);
  run_on(column, "mul_.Scalar", {}, {0, 2});
  EXPECT_EQ(script.values(base), (Values{1, 4, 3, 4, 10, 6}));
}

TEST_F(Kernels, AnOperandInOtherPlacesOfTheResultSaysNothing) {
  const Tensor square = floats({2, 2}, {1, 2, 3, 4});
  run_on(square, "add_.Tensor", {Script::view(square, {2, 2}, {1, 2})}, {0, 1});
  EXPECT_EQ(certainty(), Certainty::Unknown) << "the transpose";
  const Tensor same = floats({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(run_on(same, "add_.Tensor", {same}, {0, 1}), (Values{2, 4, 6, 8}));
  EXPECT_EQ(certainty(), Certainty::Exact);
  const Tensor rows = floats({2, 2}, {1, 2, 3, 4});
  run_on(Script::view(rows, {2}, {1}), "add_.Tensor", {Script::view(rows, {2}, {1}, 2)}, {0, 1});
  EXPECT_EQ(script.values(rows), (Values{4, 6, 3, 4}));
  EXPECT_EQ(certainty(), Certainty::Exact) << "another row";
}

TEST_F(Kernels, BytesOfNaNAreNotKnown) {
  const Tensor nan = run("div.Tensor", {floats({2}, {0, 1}), floats({2}, {0, 1})}, {2}).empty() ? Tensor{} : last;
  EXPECT_EQ(certainty(), Certainty::Exact);
  Tensor bits = nan;
  bits.geometry.dtype = DType::Int64;
  bits.geometry.sizes[0] = 1;
  run("clone", {bits}, {1}, {}, DType::Int64);
  EXPECT_EQ(certainty(), Certainty::Unknown);
}

TEST_F(Kernels, BytesThatAreNoBoolSayNothing) {
  Tensor bytes = floats({1}, {1});
  bytes.geometry.dtype = DType::Bool;
  bytes.geometry.sizes[0] = 4;
  run("sigmoid", {bytes}, {4});
  EXPECT_EQ(certainty(), Certainty::Unknown);
}

TEST(Matches, JudgesByCertainty) {
  const auto bytes = [](float x) {
    std::array<std::uint8_t, 4> out;
    std::memcpy(out.data(), &x, 4);
    return out;
  };
  const auto judge = [&](const Expectation& expectation, float a, float b) {
    return matches(expectation, bytes(a).data(), bytes(b).data(), 4);
  };
  const float nan = std::nanf("");
  const Expectation exact;
  EXPECT_TRUE(judge(exact, 1, 1));
  EXPECT_TRUE(judge(exact, nan, -nan));
  EXPECT_FALSE(judge(exact, 0.0f, -0.0f));
  EXPECT_FALSE(judge(exact, 1, std::nextafter(1.0f, 2.0f)));
  const Expectation zero{Certainty::Bounded, DType::Float32, 0};
  EXPECT_TRUE(judge(zero, 0.0f, -0.0f));
  EXPECT_FALSE(judge(zero, 1, std::nextafter(1.0f, 2.0f)));
  const Expectation bounded{Certainty::Bounded, DType::Float32, 0.5};
  EXPECT_TRUE(judge(bounded, 1, 1.5f));
  EXPECT_FALSE(judge(bounded, 1, 1.75f));
  EXPECT_FALSE(judge(bounded, 1, nan));
  EXPECT_TRUE(judge(Expectation{Certainty::Unknown, DType::Float32, 0}, 1, 2));
}

// With p = 1.5, the powers of small distances are below the smallest normal float32, and subjects may flush them to
// zero.
TEST(Distances, AreNotKnownWherePowersUnderflow) {
  const auto bound = [](double apart) {
    Script script(DType::Float32);
    const Tensor rows = script.constant({2, 1}, {0, apart});
    return script.state(script.apply("_pdist_forward", {rows}, {1}, {3})).tolerance;
  };
  EXPECT_GT(bound(0x1p-96), 0x1p-96);
  EXPECT_LT(bound(0x1p-10), 0x1p-20);
}

}  // namespace
}  // namespace modecheck::reference::testing
