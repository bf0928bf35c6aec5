// Tests every GPU kernel with every dtype that the CPU accepts, and that the device rejects the other dtypes. Random
// programs seldom do this. For random operators only dtype and range are compared, because the device draws other
// numbers.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceDtypes : public DeviceTest {};

using Results = std::vector<at::Tensor>;
using Call = std::function<Results(const at::Tensor&)>;

constexpr c10::ScalarType kEvery[] = {c10::kBool,  c10::kByte,   c10::kChar,         c10::kShort,
                                      c10::kInt,   c10::kLong,   c10::kHalf,         c10::kBFloat16,
                                      c10::kFloat, c10::kDouble, c10::kComplexFloat, c10::kComplexDouble};

// Returns numbers so small that every dtype can hold them and their sums. Some of the numbers are equal.
at::Tensor small(at::IntArrayRef sizes, c10::ScalarType type) {
  return mixed(sizes, c10::kLong).remainder(7).to(c10::kFloat).mul(0.25).add(0.25).to(type);
}

bool is_taken(const Call& call, const at::Tensor& input, Results& out) {
  try {
    out = call(input);
  } catch (const c10::Error&) {
    return false;
  }
  return true;
}

// Runs the call in all dtypes on both devices. `taken` is the number of dtypes that the CPU accepted when the test was
// written.
void expect_in_every_dtype(const char* what, std::size_t taken, at::IntArrayRef sizes, const Call& call) {
  std::size_t count = 0;
  for (const c10::ScalarType type : kEvery) {
    SCOPED_TRACE(std::string(what) + " of " + c10::toString(type));
    const at::Tensor here = small(sizes, type);
    Results wanted;
    Results got;
    const bool is = is_taken(call, here, wanted);
    count += is ? 1 : 0;
    EXPECT_EQ(is_taken(call, here.to(kGpu), got), is);
    if (!is) continue;
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      const bool is_exact = !c10::isFloatingType(wanted[i].scalar_type()) && !wanted[i].is_complex();
      if (is_exact) {
        expect_same(got[i], wanted[i]);
        continue;
      }
      const bool is_short = wanted[i].scalar_type() == c10::kHalf || wanted[i].scalar_type() == c10::kBFloat16;
      EXPECT_EQ(got[i].sizes(), wanted[i].sizes());
      EXPECT_EQ(got[i].scalar_type(), wanted[i].scalar_type());
      EXPECT_TRUE(at::allclose(got[i].cpu(), wanted[i], is_short ? 1e-2 : 1e-5, 1e-7, /*equal_nan=*/true))
          << got[i].cpu() << "\ninstead of\n"
          << wanted[i];
    }
  }
  EXPECT_EQ(count, taken) << what;
}

template <typename Pair>
Results both(const Pair& pair) {
  return {std::get<0>(pair), std::get<1>(pair)};
}

TEST_F(DeviceDtypes, OfLines) {
  for (const std::int64_t length : {5, 300, 5000}) {
    const std::int64_t sizes[] = {2, length};
    expect_in_every_dtype("cumsum", 10, sizes,
                          [](const at::Tensor& a) { return Results{a.cumsum(-1, a.scalar_type())}; });
    expect_in_every_dtype("cumprod", 10, sizes,
                          [](const at::Tensor& a) { return Results{a.cumprod(-1, a.scalar_type())}; });
    expect_in_every_dtype("cummax", 9, sizes, [](const at::Tensor& a) { return both(a.cummax(-1)); });
    expect_in_every_dtype("cummin", 9, sizes, [](const at::Tensor& a) { return both(a.cummin(-1)); });
    expect_in_every_dtype("logcumsumexp", 3, sizes,
                          [](const at::Tensor& a) { return Results{at::logcumsumexp(a, -1)}; });
    expect_in_every_dtype("softmax", 3, sizes, [](const at::Tensor& a) { return Results{a.softmax(-1)}; });
    expect_in_every_dtype("log_softmax", 3, sizes, [](const at::Tensor& a) { return Results{a.log_softmax(-1)}; });
    expect_in_every_dtype("sort", 10, sizes, [](const at::Tensor& a) { return both(a.sort(true, -1, false)); });
    expect_in_every_dtype("topk", 8, sizes, [](const at::Tensor& a) { return Results{std::get<0>(a.topk(3, -1))}; });
    expect_in_every_dtype("kthvalue", 8, sizes,
                          [](const at::Tensor& a) { return Results{std::get<0>(a.kthvalue(2, -1))}; });
    expect_in_every_dtype("median", 8, sizes, [](const at::Tensor& a) { return Results{std::get<0>(a.median(-1))}; });
    expect_in_every_dtype("argmax", 9, sizes, [](const at::Tensor& a) { return Results{a.argmax(-1)}; });
    expect_in_every_dtype("norm", 6, sizes,
                          [](const at::Tensor& a) { return Results{at::linalg_vector_norm(a, 3, {-1})}; });
    expect_in_every_dtype("logsumexp", 9, sizes, [](const at::Tensor& a) { return Results{a.logsumexp(-1)}; });
    expect_in_every_dtype("unique", 9, sizes, [](const at::Tensor& a) { return both(at::_unique2(a, true, true)); });
  }
}

// Scans such as cumsum accept a zero-dimensional tensor also in dtypes for which the engine has no kernel for longer
// tensors.
TEST_F(DeviceDtypes, OfSingleNumbers) {
  for (const c10::ScalarType type : {c10::kHalf, c10::kBFloat16, c10::kFloat, c10::kBool, c10::kInt}) {
    const at::Tensor number = at::ones({}, type);
    const at::Tensor there = number.to(kGpu);
    expect_same(there.cumsum(0, type), number.cumsum(0, type));
    expect_same(there.cumprod(0, type), number.cumprod(0, type));
    at::Tensor out = at::zeros({}, type).to(kGpu);
    expect_same(at::cumsum_out(out, there, 0, type), number.cumsum(0, type));
    at::Tensor written = number.to(kGpu);
    written.cumprod_(0, type);
    expect_same(written, number.cumprod(0, type));
  }
}

TEST_F(DeviceDtypes, OfElements) {
  expect_in_every_dtype("sub with alpha", 11, {3, 4},
                        [](const at::Tensor& a) { return Results{a.sub(a.flip({0}), 2)}; });
  const auto factor = [](const at::Tensor& a) { return a.scalar_type() == c10::kBool ? c10::Scalar(true) : 2; };
  expect_in_every_dtype("add with alpha", 12, {3, 4},
                        [&](const at::Tensor& a) { return Results{a.add(a.flip({0}), factor(a))}; });
  expect_in_every_dtype("add a number", 12, {3, 4},
                        [&](const at::Tensor& a) { return Results{a.add(factor(a), factor(a))}; });
  expect_in_every_dtype("rsub", 11, {3, 4}, [](const at::Tensor& a) { return Results{at::rsub(a, 2, 2)}; });
  // Without elements, prod accepts Half and BFloat16, too, for which it has no arithmetic.
  for (const std::int64_t rows : {3, 0}) {
    const std::int64_t sizes[] = {rows, 4};
    expect_in_every_dtype("prod", rows == 0 ? 12 : 10, sizes,
                          [](const at::Tensor& a) { return Results{a.prod(0, false, a.scalar_type())}; });
    expect_in_every_dtype("shifts", 5, sizes, [](const at::Tensor& a) {
      return Results{at::bitwise_left_shift(a, a), at::bitwise_right_shift(a, a)};
    });
  }
  expect_in_every_dtype("clamp between tensors", 8, {3, 4}, [](const at::Tensor& a) {
    return Results{at::clamp(a, c10::optional<at::Tensor>(a.flip({0})), c10::optional<at::Tensor>(a.flip({1})))};
  });
}

TEST_F(DeviceDtypes, OfLosses) {
  for (const std::int64_t reduction : {at::Reduction::None, at::Reduction::Mean}) {
    expect_in_every_dtype("mse_loss", 3, {3, 4}, [&](const at::Tensor& a) {
      return Results{at::mse_loss(a, a.t().reshape({3, 4}), reduction)};
    });
    expect_in_every_dtype("smooth_l1_loss", 4, {3, 4}, [&](const at::Tensor& a) {
      return Results{at::smooth_l1_loss(a, a.t().reshape({3, 4}), reduction, 0.5)};
    });
    expect_in_every_dtype("huber_loss", 4, {3, 4}, [&](const at::Tensor& a) {
      return Results{at::huber_loss(a, a.t().reshape({3, 4}), reduction, 0.5)};
    });
    expect_in_every_dtype("nll_loss", 3, {3, 4}, [&](const at::Tensor& a) {
      const at::Tensor classes = at::arange(3, c10::TensorOptions(c10::kLong)).to(a.device());
      return Results{at::nll_loss(a, classes, c10::nullopt, reduction)};
    });
  }
}

TEST_F(DeviceDtypes, OfMatricesAndImages) {
  expect_in_every_dtype("mm", 10, {3, 3}, [](const at::Tensor& a) { return Results{a.mm(a)}; });
  expect_in_every_dtype("native_layer_norm", 3, {3, 4}, [](const at::Tensor& a) {
    return Results{std::get<0>(at::native_layer_norm(a, {4}, c10::nullopt, c10::nullopt, 0.1))};
  });
  expect_in_every_dtype("native_layer_norm of many", 3, {3, 400}, [](const at::Tensor& a) {
    return Results{std::get<0>(at::native_layer_norm(a, {400}, c10::nullopt, c10::nullopt, 0.1))};
  });
  expect_in_every_dtype("nonzero of columns", 12, {3, 4}, [](const at::Tensor& a) { return Results{a.t().nonzero()}; });
  expect_in_every_dtype("upsample_nearest2d", 4, {1, 2, 3, 2}, [](const at::Tensor& a) {
    return Results{at::upsample_nearest2d(a, at::IntArrayRef({5, 4}), c10::nullopt)};
  });
  expect_in_every_dtype("scatter_reduce", 11, {3, 4}, [](const at::Tensor& a) {
    const at::Tensor where = mixed({3, 4}, c10::kLong).remainder(3).abs().to(a.device());
    return Results{a.clone().scatter_reduce(0, where, a, "mean", true)};
  });
  expect_in_every_dtype("segment_reduce", 4, {6}, [](const at::Tensor& a) {
    return Results{at::segment_reduce(a, "mean", at::tensor({2, 4}).to(c10::kLong).to(a.device()))};
  });
  expect_in_every_dtype("arange", 9, {1},
                        [](const at::Tensor& a) { return Results{at::arange(1, 9, 2, a.options())}; });
  expect_in_every_dtype("bitwise_and", 6, {5}, [](const at::Tensor& a) { return Results{a.bitwise_and(a.flip({0}))}; });
}

// The device draws other numbers than the CPU, so only dtype, sizes and range are compared.
void expect_drawn(const char* what, std::size_t taken, double least, double most, const Call& call) {
  std::size_t count = 0;
  for (const c10::ScalarType type : kEvery) {
    SCOPED_TRACE(std::string(what) + " of " + c10::toString(type));
    const at::Tensor here = small({7, 3}, type);
    Results wanted;
    Results got;
    const bool is = is_taken(call, here, wanted);
    count += is ? 1 : 0;
    EXPECT_EQ(is_taken(call, here.to(kGpu), got), is);
    if (!is) continue;
    ASSERT_EQ(got.size(), 1u);
    EXPECT_EQ(got[0].scalar_type(), wanted[0].scalar_type());
    EXPECT_EQ(got[0].sizes(), wanted[0].sizes());
    const at::Tensor numbers = got[0].cpu().to(c10::kDouble);
    EXPECT_GE(numbers.min().item<double>(), least);
    EXPECT_LE(numbers.max().item<double>(), most);
    EXPECT_NE(numbers.min().item<double>(), numbers.max().item<double>());
  }
  EXPECT_EQ(count, taken) << what;
}

TEST_F(DeviceDtypes, OfDraws) {
  torch::manual_seed(3);
  expect_drawn("bernoulli_", 9, 0, 1, [](const at::Tensor& a) { return Results{a.clone().bernoulli_(0.5)}; });
  for (const c10::ScalarType of : {c10::kFloat, c10::kDouble})
    expect_drawn("bernoulli_ of each", 9, 0, 1, [&](const at::Tensor& a) {
      return Results{a.clone().bernoulli_(at::full({7, 3}, 0.5, a.options().dtype(of)))};
    });
  expect_drawn("random_", 10, 0, 2, [](const at::Tensor& a) { return Results{a.clone().random_(0, 2)}; });
  expect_drawn("random_ of 64 bits", 4, -0x1p63, 0x1p63, [](const at::Tensor& a) {
    return Results{a.clone().random_(std::numeric_limits<std::int64_t>::min(), c10::optional<std::int64_t>())};
  });
  expect_drawn("random_ of 32 bits", 5, -0x1p31, 0x1p31, [](const at::Tensor& a) {
    return Results{a.clone().random_(std::numeric_limits<std::int32_t>::min(), std::int64_t{1} << 31)};
  });
  expect_drawn("uniform_", 6, 0, 1, [](const at::Tensor& a) { return Results{a.clone().uniform_()}; });
  expect_drawn("normal_", 6, -9, 9, [](const at::Tensor& a) { return Results{a.clone().normal_()}; });
  expect_drawn("exponential_", 4, 0, 99, [](const at::Tensor& a) { return Results{a.clone().exponential_()}; });
  expect_drawn("multinomial", 4, 0, 2, [](const at::Tensor& a) { return Results{a.multinomial(9, true)}; });
}

}  // namespace
}  // namespace modecheck::engine
