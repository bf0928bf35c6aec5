// Tests operators on tensors so large that the kernels use threads, free lists of memory blocks, and BLAS.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/backends/cpu/images/onednn.h"
#include "engine/backends/cpu/libraries/blas.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/core/memory/block_cache.h"

namespace modecheck::tests {
namespace {

using at::Tensor;
using engine::BlockCache;
using engine::backends::Blas;
using engine::backends::OneDnn;

// The tests of this class run with four threads on every machine.
class Large : public ::testing::Test {
 protected:
  void SetUp() override { at::set_num_threads(4); }
  void TearDown() override { at::set_num_threads(before_); }

 private:
  const int before_ = at::get_num_threads();
};

// Returns a matrix of the numbers 0, 1, 2 and so on in float32, which holds integers up to 2^24 exactly.
Tensor counted(std::int64_t rows, std::int64_t columns) {
  return at::arange(0, rows * columns, 1, at::kFloat).view({rows, columns});
}

template <typename T = float>
T element(const Tensor& matrix, std::int64_t row, std::int64_t column) {
  return matrix.select(0, row).select(0, column).item<T>();
}

bool same(const Tensor& a, const Tensor& b) { return a.eq(b).sum().item<std::int64_t>() == a.numel(); }

}  // namespace

TEST_F(Large, EveryIndexIsVisitedOnce) {
  constexpr std::int64_t size = 1'000'003;
  std::vector<std::atomic<int>> visits(size);
  at::parallel_for(0, size, 1000, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
  });
  for (const std::atomic<int>& visit : visits) ASSERT_EQ(visit, 1);
}

// A kernel processes many short rows at once, in every layout and dtype.
TEST_F(Large, ManyShortRows) {
  for (const std::int64_t rows : {100, 2000, 50'000}) {
    const Tensor few = counted(rows, 3);
    // The numbers in `column` are so small that all products are exact.
    const Tensor column = at::arange(0, rows, 1, at::kFloat).remainder(7).view({rows, 1});
    const Tensor row = counted(1, 3);
    const Tensor expected =
        at::stack({few.select(1, 0).mul(column.select(1, 0)), few.select(1, 1).mul(column.select(1, 0)),
                   few.select(1, 2).mul(column.select(1, 0))},
                  1);
    EXPECT_TRUE(same(few.mul(column), expected));
    EXPECT_TRUE(same(few.mul(column.to(at::kLong)), expected));
    EXPECT_TRUE(same(column.mul(row).select(1, 2), column.mul(2).select(1, 0)));
    // The output is a view of a tensor of pairs of rows: columns 0, 2 and 4 of the second row of each pair. No element
    // outside the view may be written.
    const Tensor out = at::zeros({rows, 2, 6});
    Tensor part = out.select(1, 1).slice(1, 0, 6, 2);
    at::mul_out(part, few, column);
    EXPECT_TRUE(same(part, expected));
    EXPECT_EQ(out.select(1, 0).count_nonzero().item<std::int64_t>(), 0);
    EXPECT_EQ(out.slice(2, 1, 6, 2).count_nonzero().item<std::int64_t>(), 0);
    // mul_ writes a float64 tensor and reads a float32 argument.
    const Tensor wide = few.to(at::kDouble);
    wide.mul_(column);
    EXPECT_TRUE(same(wide, expected.to(at::kDouble)));
  }
}

TEST_F(Large, ThreadsMustBePositive) {
  EXPECT_THROW(at::set_num_threads(0), c10::Error);
  EXPECT_EQ(at::get_num_threads(), 4);
}

TEST_F(Large, ContiguousOperandsAreSharedOut) {
  const Tensor a = counted(500, 1000);
  const Tensor sum = a.add(a);
  for (const std::int64_t row : {0, 1, 249, 250, 499})
    for (const std::int64_t column : {0, 1, 998, 999})
      ASSERT_EQ(element(sum, row, column), 2.0F * static_cast<float>(row * 1000 + column));
}

TEST_F(Large, StridedAndBroadcastOperandsAreSharedOut) {
  const Tensor a = counted(600, 700);
  const Tensor transposed = counted(700, 600).t();
  const Tensor row = at::arange(0, 700, 1, at::kFloat);
  const Tensor sum = a.add(transposed).add(row);
  for (const std::int64_t i : {0, 1, 299, 300, 599})
    for (const std::int64_t j : {0, 1, 349, 350, 699})
      ASSERT_EQ(element(sum, i, j), static_cast<float>(i * 700 + j + j * 600 + i + j));
}

TEST_F(Large, CopiesFillsAndConversionsAreSharedOut) {
  const Tensor a = counted(700, 600);
  const Tensor copy = a.t().clone(at::MemoryFormat::Contiguous);
  const Tensor doubles = a.to(at::kDouble);
  const Tensor filled = at::zeros({700, 600}).t().fill_(3);
  for (const std::int64_t i : {0, 349, 350, 699})
    for (const std::int64_t j : {0, 299, 300, 599}) {
      ASSERT_EQ(element(copy, j, i), static_cast<float>(i * 600 + j));
      ASSERT_EQ(element<double>(doubles, i, j), static_cast<double>(i * 600 + j));
      ASSERT_EQ(element(filled, j, i), 3.0F);
    }
}

TEST_F(Large, AnExpandedTensorIsFilled) {
  const Tensor one = at::zeros({1});
  one.expand({1'000'000}).fill_(7);
  EXPECT_EQ(one.item<float>(), 7.0F);
}

// The factors of these matrix products are integers or quarters of integers, so the products are exact with BLAS and
// without.
TEST_F(Large, ProductsOfMatricesHoweverTheyLie) {
  const Tensor a = counted(40, 50).to(at::kDouble).sub(at::full({}, 1000));
  const Tensor b = counted(50, 60).to(at::kDouble).sub(at::full({}, 1500)).div(at::full({}, 4));
  const Tensor strided = at::zeros({100, 120}, at::kDouble).as_strided({50, 60}, {240, 2}).copy_(b);
  const Tensor turned = b.t().clone(at::MemoryFormat::Contiguous).t();
  const Tensor added = at::ones({60}, at::kDouble);
  const Tensor product = a.mm(b);
  EXPECT_TRUE(same(a.mm(strided), product));
  EXPECT_TRUE(same(a.mm(turned), product));
  EXPECT_TRUE(same(turned.t().mm(a.t()), product.t()));
  const Tensor scaled = at::addmm(added, a, b, 2, 0.5);
  for (const std::int64_t i : {0, 17, 39})
    for (const std::int64_t j : {0, 31, 59}) {
      double expected = 0;
      for (std::int64_t k = 0; k < 50; ++k) expected += element<double>(a, i, k) * element<double>(b, k, j);
      ASSERT_EQ(element<double>(product, i, j), expected);
      ASSERT_EQ(element<double>(scaled, i, j), 2 + expected / 2);
    }
}

// The engine divides a matrix product among the threads: by rows if the result has more rows than columns, else by
// columns.
TEST_F(Large, ProductsAreSharedOutHoweverTheyLie) {
  for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{200, 130}, {130, 200}}) {
    const std::int64_t inner = 90;
    const Tensor a = counted(rows, inner).to(at::kDouble).remainder(19).sub(9);
    const Tensor b = counted(inner, columns).to(at::kDouble).remainder(23).sub(11);
    const Tensor added = counted(rows, columns).to(at::kDouble).remainder(7);
    at::set_num_threads(1);
    const Tensor product = a.mm(b);
    at::set_num_threads(4);
    const auto turned = [](const Tensor& matrix) { return matrix.t().clone(at::MemoryFormat::Contiguous).t(); };
    for (const Tensor& left : {a, turned(a)})
      for (const Tensor& right : {b, turned(b)}) {
        Tensor out = at::full({rows, columns}, std::numeric_limits<double>::quiet_NaN(), at::kDouble);
        at::mm_out(out, left, right);
        EXPECT_TRUE(same(out, product));
        EXPECT_TRUE(same(at::addmm(added, left, right, 1, 1), product.add(added)));
        EXPECT_TRUE(same(at::addmm(added, left, right, 2, 3), product.mul(3).add(added, 2)));
        EXPECT_TRUE(same(left.to(at::kFloat).mm(right.to(at::kFloat)).to(at::kDouble), product));
      }
  }
}

TEST_F(Large, ProductsOfFloats) {
  const Tensor product = at::full({40, 50}, 3.0F).mm(at::full({50, 60}, 5.0F));
  EXPECT_EQ(element(product, 0, 0), 750.0F);
  EXPECT_EQ(element(product, 39, 59), 750.0F);
}

// The engine does not use BLAS for matrix products of integers, bfloat16 and complex numbers. Integer products wrap
// around, as elementwise integer arithmetic does.
TEST_F(Large, ProductsWithoutBlas) {
  const Tensor a = counted(40, 50).remainder(7).sub(3);
  const Tensor b = counted(50, 300).remainder(5).sub(2);
  const Tensor expected = a.mm(b);
  for (const c10::ScalarType type : {at::kInt, at::kLong, at::kBFloat16, at::kComplexFloat}) {
    const Tensor left = a.to(type);
    for (const Tensor& right : {b.to(type), b.t().contiguous().to(type).t()}) {
      EXPECT_TRUE(same(left.mm(right), expected.to(type))) << type;
      EXPECT_TRUE(same(at::addmm(expected.to(type), left, right, 1, 2), expected.to(type).mul(3))) << type;
    }
  }
  const Tensor bytes = at::full({40, 50}, 100, at::kChar).mm(at::full({50, 40}, 3, at::kChar));
  EXPECT_TRUE(same(bytes, at::full({40, 40}, static_cast<std::int8_t>(15000), at::kChar)));
}

// Reduces integer tensors in every layout and over every set of dimensions. The sums are exact.
TEST_F(Large, ReductionsHoweverTheElementsLie) {
  const Tensor numbers = at::arange(0, 24 * 60 * 70, 1, at::kLong).view({24, 60, 70});
  for (const std::vector<std::int64_t>& order :
       {std::vector<std::int64_t>{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
    const Tensor x = numbers.permute(order);
    const std::vector<std::int64_t> sizes = x.sizes().vec();
    for (int mask = 1; mask < 8; ++mask) {
      std::vector<std::int64_t> dims;
      std::vector<std::int64_t> kept;
      for (int d = 0; d < 3; ++d)
        (mask >> d & 1 ? dims : kept).push_back(mask >> d & 1 ? d : sizes[static_cast<std::size_t>(d)]);
      std::int64_t results = 1;
      for (const std::int64_t size : kept) results *= size;
      std::vector<std::int64_t> sums(static_cast<std::size_t>(results));
      std::vector<std::int64_t> greatest(static_cast<std::size_t>(results), -1);
      const std::int64_t* const element = numbers.data_ptr<std::int64_t>();
      for (std::int64_t i = 0; i < sizes[0]; ++i)
        for (std::int64_t j = 0; j < sizes[1]; ++j)
          for (std::int64_t k = 0; k < sizes[2]; ++k) {
            const std::int64_t at[] = {i, j, k};
            std::int64_t place = 0;
            std::int64_t from = 0;
            for (std::size_t d = 0; d < 3; ++d) {
              from += at[d] * x.strides()[d];
              if ((mask >> d & 1) == 0) place = place * sizes[d] + at[d];
            }
            sums[static_cast<std::size_t>(place)] += element[from];
            greatest[static_cast<std::size_t>(place)] =
                std::max(greatest[static_cast<std::size_t>(place)], element[from]);
          }
      const Tensor sum = x.sum(dims);
      const Tensor most = x.amax(dims);
      const Tensor precise = x.to(at::kDouble).sum(dims);
      ASSERT_EQ(sum.sizes().vec(), kept);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        ASSERT_EQ(sum.data_ptr<std::int64_t>()[i], sums[i]) << "dims " << mask << ", result " << i;
        ASSERT_EQ(most.data_ptr<std::int64_t>()[i], greatest[i]) << "dims " << mask << ", result " << i;
        ASSERT_EQ(precise.data_ptr<double>()[i], static_cast<double>(sums[i])) << "dims " << mask << ", result " << i;
      }
    }
  }
}

TEST_F(Large, ASumIsTheSameWithAnyNumberOfThreads) {
  const Tensor x = at::arange(1, 1'000'001, 1, at::kDouble).reciprocal();
  const Tensor matrix = x.view({1000, 1000});
  const auto sums = [&] { return at::cat({x.sum().view(1), matrix.sum(0), matrix.sum(1)}); };
  const Tensor four = sums();
  for (const int threads : {1, 2, 3, 7}) {
    at::set_num_threads(threads);
    EXPECT_TRUE(same(sums(), four)) << threads;
  }
}

// The harmonic sum rounds at every addition. The result is precise, because each element goes through few partial sums.
TEST_F(Large, SumsOfManyDoublesArePrecise) {
  constexpr double harmonic = 14.392726722865723631;
  const Tensor x = at::arange(1, 1'000'001, 1, at::kDouble).reciprocal();
  EXPECT_NEAR(x.sum().item<double>(), harmonic, 1e-14);
  EXPECT_NEAR(x.view({500'000, 2}).sum(0).sum().item<double>(), harmonic, 1e-14);
}

TEST_F(Large, BlasIsFoundOrNot) {
  if (Blas::find() == nullptr) GTEST_SKIP() << "no libopenblas.so.0 here: the plain loops were tested";
  const std::vector<double> left{1, 2, 3, 4};
  const std::vector<double> right{5, 6, 7, 8};
  std::vector<double> out(4, 1.0);
  Blas::find()->product(2, 2, 2, 1.0, {left.data(), 2, false}, {right.data(), 2, true}, 1.0, out.data(), 2);
  EXPECT_EQ(out, (std::vector<double>{18, 24, 40, 54}));
}

namespace {

// Returns a tensor of the numbers -3, -2, ..., 3, repeated. Sums of products of these numbers are exact in float32.
Tensor small_numbers(std::vector<std::int64_t> sizes) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return at::arange(0, count, 1, at::kFloat).remainder(7).sub(3).view(sizes);
}

struct ConvolutionCase {
  const char* what;
  std::vector<std::int64_t> input;
  std::vector<std::int64_t> weight;
  std::vector<std::int64_t> stride;
  std::vector<std::int64_t> padding;
  std::vector<std::int64_t> dilation;
  std::int64_t groups;
};

}  // namespace

// float64 convolutions use the engine's own matrix products, and float32 convolutions use oneDNN if it is installed.
// Both must give the same results.
TEST_F(Large, ConvolutionsOfFloatsAreThoseOfDoubles) {
  const std::vector<ConvolutionCase> cases{
      {"one dimension", {2, 32, 700}, {48, 32, 5}, {2}, {3}, {1}, 1},
      {"padded", {2, 16, 40, 41}, {32, 16, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
      {"strided and dilated", {2, 16, 60, 59}, {32, 16, 3, 5}, {2, 3}, {2, 0}, {2, 1}, 1},
      {"in groups", {3, 32, 40, 40}, {64, 8, 3, 3}, {1, 1}, {0, 2}, {1, 1}, 4},
      {"one weight for each channel", {4, 64, 50, 50}, {64, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 64},
      {"pointwise, images for every thread", {9, 32, 24, 25}, {16, 32, 1, 1}, {1, 1}, {0, 0}, {1, 1}, 1},
      {"images that no thread has as many of", {5, 16, 24, 25}, {16, 16, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
      {"images for every thread", {8, 16, 24, 25}, {16, 16, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
      {"pointwise", {2, 64, 40, 40}, {32, 64, 1, 1}, {1, 1}, {0, 0}, {1, 1}, 1},
      {"three dimensions", {1, 8, 12, 20, 20}, {16, 8, 3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, 1},
  };
  for (const ConvolutionCase& one : cases) {
    SCOPED_TRACE(one.what);
    const Tensor input = small_numbers(one.input);
    const Tensor weight = small_numbers(one.weight);
    const Tensor bias = small_numbers({one.weight[0]});
    const std::vector<std::int64_t> none(one.stride.size(), 0);
    for (const bool biased : {false, true}) {
      const Tensor floats = at::convolution(input, weight, biased ? bias : Tensor(), one.stride, one.padding,
                                            one.dilation, false, none, one.groups);
      const Tensor doubles =
          at::convolution(input.to(at::kDouble), weight.to(at::kDouble), biased ? bias.to(at::kDouble) : Tensor(),
                          one.stride, one.padding, one.dilation, false, none, one.groups);
      EXPECT_TRUE(same(floats.to(at::kDouble), doubles));
    }
  }
}

TEST_F(Large, OneDnnIsFoundOrNot) {
  if (OneDnn::find() == nullptr) GTEST_SKIP() << "no libdnnl.so.2 here: the products of matrices were tested";
  const std::vector<float> input{1, 2, 3, 4};
  const std::vector<float> weight{10, 1};
  const std::vector<float> bias{100};
  std::vector<float> out(3);
  engine::backends::DnnConvolution call{.window = {},
                                        .rank = 1,
                                        .batch = 1,
                                        .channels_in = 1,
                                        .channels_out = 1,
                                        .input = input.data(),
                                        .weight = weight.data(),
                                        .bias = bias.data(),
                                        .out = out.data()};
  call.window.image[2] = 4;
  call.window.kernel[2] = 2;
  call.window.places[2] = 3;
  EXPECT_TRUE(OneDnn::find()->convolve(call));
  EXPECT_EQ(out, (std::vector<float>{112, 123, 134}));
  call.window.places[2] = 4;  // the output would have four elements in this dimension, but the buffer `out` holds three
  EXPECT_FALSE(OneDnn::find()->convolve(call));
}

// Compares the result on contiguous elements with the result on the same elements in short rows with gaps. Only
// contiguous elements are processed in vector registers.
TEST_F(Large, TheWidthOfRegistersChangesNoBit) {
  constexpr std::int64_t width = 17;
  constexpr std::int64_t count = 59 * width;
  const auto apart = [](const Tensor& tensor) {
    const Tensor room = at::zeros({count / width, width + 1}, tensor.options()).narrow(1, 0, width);
    room.copy_(tensor.view({-1, width}));
    return room;
  };
  const auto same_bits = [](const Tensor& a, const Tensor& b) {
    const Tensor left = a.contiguous();
    const Tensor right = b.contiguous();
    return std::memcmp(left.data_ptr(), right.data_ptr(),
                       static_cast<std::size_t>(left.numel()) * left.element_size()) == 0;
  };
  using Function = Tensor (*)(const Tensor&, const Tensor&);
  const std::vector<std::pair<const char*, Function>> functions{
      {"add", [](const Tensor& a, const Tensor& b) { return a.add(b); }},
      {"add_", [](const Tensor& a, const Tensor& b) { return a.clone().add_(b); }},
      {"scaled add", [](const Tensor& a, const Tensor& b) { return a.add(b, 3); }},
      {"mul", [](const Tensor& a, const Tensor& b) { return a.mul(b); }},
      {"div", [](const Tensor& a, const Tensor& b) { return a.div(b); }},
      {"maximum", [](const Tensor& a, const Tensor& b) { return at::maximum(a, b); }},
      {"lt", [](const Tensor& a, const Tensor& b) { return a.lt(b); }},
      {"relu", [](const Tensor& a, const Tensor& /*b*/) { return a.relu(); }},
      {"neg", [](const Tensor& a, const Tensor& /*b*/) { return a.neg(); }},
      {"clamp", [](const Tensor& a, const Tensor& /*b*/) { return a.clamp(-2, 5); }},
      {"sqrt", [](const Tensor& a, const Tensor& /*b*/) { return a.sqrt(); }},
  };
  // The inputs include infinities, zeros of both signs, and NaNs.
  const Tensor numbers = at::arange(0, count, 1, at::kDouble).remainder(23).sub(11);
  const Tensor wild = at::arange(0, count, 1, at::kDouble).remainder(19).sub(9).reciprocal();
  for (const at::ScalarType type :
       {at::kFloat, at::kDouble, at::kInt, at::kLong, at::kByte, at::kBFloat16, at::kComplexFloat}) {
    const Tensor a = numbers.to(type);
    const Tensor b = (at::isFloatingType(type) ? wild.mul(numbers.reciprocal()) : numbers.flip({0}).add(40)).to(type);
    for (const auto& [name, function] : functions) {
      SCOPED_TRACE(std::string(name) + " of " + at::toString(type));
      Tensor near;
      try {
        near = function(a, b);
      } catch (const c10::Error&) {
        EXPECT_THROW(function(apart(a), apart(b)), c10::Error);
        continue;
      }
      EXPECT_TRUE(same_bits(near, function(apart(a), apart(b))));
    }
  }
  // If the arguments have two dtypes, the kernel converts one block of elements at a time. The result is the same as
  // after converting the whole tensor first.
  const Tensor whole = numbers.to(at::kInt);
  EXPECT_TRUE(same_bits(whole.mul(wild.to(at::kFloat)), whole.to(at::kFloat).mul(wild.to(at::kFloat))));
}

#ifndef MODECHECK_NO_FREE_LISTS
TEST_F(Large, AFreedBlockIsUsedAgain) {
  BlockCache::clear();
  const void* first = at::empty({1'000'000}).data_ptr();
  EXPECT_GE(BlockCache::statistics().kept_bytes, 4'000'000U);
  const Tensor second = at::empty({999'000});
  EXPECT_EQ(second.data_ptr(), first);
  EXPECT_EQ(BlockCache::statistics().kept_bytes, 0U);
}

TEST_F(Large, ABlockServesItsSizeClassOnly) {
  BlockCache::clear();
  const std::size_t least = BlockCache::least;
  for (std::size_t bytes = least; bytes < least * 8; bytes += 4099) {
    void* const block = BlockCache::allocate(bytes);
    static_cast<unsigned char*>(block)[bytes - 1] = 1;
    BlockCache::release(block, bytes);
    void* const again = BlockCache::allocate(bytes);
    EXPECT_EQ(again, block);
    BlockCache::release(again, bytes);
    void* const larger = BlockCache::allocate(bytes * 2);
    EXPECT_NE(larger, block);
    BlockCache::release(larger, bytes * 2);
    BlockCache::clear();
  }
}
#endif

TEST_F(Large, E1MemoryThatNoMachineHasIsAnErrorAndLeavesNothing) {
#ifdef MODECHECK_NO_FREE_LISTS
  GTEST_SKIP() << "a sanitizer's malloc ends the process instead of returning null";
#endif
  BlockCache::clear();
  const Tensor kept = at::ones({100'000});
  EXPECT_THROW(at::empty({std::int64_t{1} << 55}), c10::Error);
  EXPECT_EQ(kept.select(0, 99'999).item<float>(), 1.0F);
  EXPECT_NO_THROW(at::empty({100'000}));
}

}  // namespace modecheck::tests
