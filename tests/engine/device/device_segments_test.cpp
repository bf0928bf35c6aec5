// Tests segment_reduce on the device, and functions related to the gamma function. Both have their own device kernels,
// which must agree with the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceSegments : public DeviceTest {};
class DeviceGamma : public DeviceTest {};

const c10::optional<at::Tensor> kNone;

at::Tensor numbers(const std::vector<std::int64_t>& values, c10::ScalarType type = c10::kLong) {
  at::Tensor out = at::empty({static_cast<std::int64_t>(values.size())}, c10::kLong);
  std::copy(values.begin(), values.end(), out.data_ptr<std::int64_t>());
  return out.to(type);
}

TEST_F(DeviceSegments, AreReducedAsOnTheCpu) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kHalf, c10::kBFloat16}) {
    const at::Tensor a = mixed({7, 2, 3}, type).div(77);
    at::Tensor with_nan = mixed({3, 7}, type);
    with_nan.select(0, 1).select(0, 2).fill_(std::nan(""));
    for (const std::string reduce : {"sum", "prod", "mean", "max", "min"}) {
      for (const c10::optional<c10::Scalar>& initial :
           {c10::optional<c10::Scalar>(), c10::optional<c10::Scalar>(0.5)}) {
        for (const c10::ScalarType of_lengths : {c10::kLong, c10::kInt}) {
          const at::Tensor lengths = numbers({2, 0, 4, 0, 1}, of_lengths);
          expect_close(at::segment_reduce(a.to(kGpu), reduce, lengths.to(kGpu), kNone, kNone, 0, false, initial),
                       at::segment_reduce(a, reduce, lengths, kNone, kNone, 0, false, initial));
          const at::Tensor offsets = numbers({1, 1, 3, 7}, of_lengths);
          expect_close(at::segment_reduce(a.to(kGpu), reduce, kNone, kNone, offsets.to(kGpu), 0, false, initial),
                       at::segment_reduce(a, reduce, kNone, kNone, offsets, 0, false, initial));
        }
        // Each row is divided into segments of its own lengths. The tensor of lengths is transposed, and some elements
        // belong to no segment.
        const at::Tensor lengths = numbers({1, 2, 4, 3, 3, 1, 0, 2, 1}).reshape({3, 3}).t();
        expect_close(at::segment_reduce(with_nan.to(kGpu), reduce, lengths.to(kGpu), kNone, kNone, 1, true, initial),
                     at::segment_reduce(with_nan, reduce, lengths, kNone, kNone, 1, true, initial));
      }
    }
  }
}

TEST_F(DeviceSegments, HaveTheDerivativesOfTheCpu) {
  const at::Tensor a = mixed({3, 7, 2}, c10::kDouble).mul(0.01);
  a.select(0, 1).select(0, 4).fill_(0);
  const at::Tensor lengths = numbers({2, 0, 4, 3, 3, 1, 0, 5, 1}).reshape({3, 3});
  const at::Tensor offsets = numbers({1, 1, 3, 7, 0, 2, 2, 4, 3, 5, 5, 5}).reshape({3, 4});
  for (const std::string reduce : {"sum", "prod", "mean", "max", "min"})
    for (const bool bounds : {false, true}) {
      std::vector<at::Tensor> gradients;
      for (const c10::Device device : {c10::Device(c10::kCPU), kGpu}) {
        const at::Tensor leaf = a.to(device).clone().requires_grad_(true);
        const at::Tensor borders = (bounds ? offsets : lengths).to(device);
        const at::Tensor out = at::segment_reduce(leaf, reduce, bounds ? kNone : borders, kNone,
                                                  bounds ? c10::optional<at::Tensor>(borders) : kNone, 1, true);
        out.backward(mixed(out.sizes(), c10::kDouble).to(device));
        gradients.push_back(leaf.grad());
      }
      expect_close(gradients[1], gradients[0]);
    }
  // Elements before the first segment and after the last segment get no gradient.
  const at::Tensor leaf = at::ones({6}).to(kGpu).requires_grad_(true);
  at::segment_reduce(leaf, "sum", kNone, kNone, numbers({1, 3, 3, 5}).to(kGpu))
      .backward(at::tensor({2.0, 3.0, 4.0}).to(c10::kFloat).to(kGpu));
  EXPECT_TRUE(leaf.grad().cpu().equal(at::tensor({0.0, 2.0, 2.0, 4.0, 4.0, 0.0}).to(c10::kFloat)));
}

// segment_reduce rejects wrong lengths and offsets with the CPU's message before it reduces anything.
TEST_F(DeviceSegments, AreLookedAtBeforeAnythingIsRead) {
  constexpr std::int64_t much = std::numeric_limits<std::int64_t>::max();
  const at::Tensor a = mixed({5, 2}, c10::kFloat);
  for (const bool unsafe : {false, true}) {
    for (const at::Tensor& lengths : {numbers({2, -1, 4}), numbers({2, 2}), numbers({3, 3}), numbers({much, much, 7}),
                                      numbers({}), numbers({6, -1}), numbers({5, 1}), numbers({-1, 6}, c10::kInt)}) {
      const auto call = [&](c10::Device device) {
        return error_of([&] {
          static_cast<void>(at::segment_reduce(a.to(device), "sum", lengths.to(device), kNone, kNone, 0, unsafe));
        });
      };
      EXPECT_EQ(call(kGpu), call(c10::kCPU)) << lengths << unsafe;
      if (lengths.numel() != 2 || !unsafe) {
        EXPECT_EQ(call(kGpu) == "none", lengths.numel() == 0 && unsafe) << lengths;
      }
    }
    for (const at::Tensor& offsets :
         {numbers({-1, 2}), numbers({0, 3, 2}), numbers({0, 6}), numbers({6}), numbers({5}), numbers({0, much}),
          numbers({3, 2, 4}), numbers({4, std::numeric_limits<std::int64_t>::min()})}) {
      const auto call = [&](c10::Device device) {
        return error_of([&] {
          static_cast<void>(at::segment_reduce(a.to(device), "sum", kNone, kNone, offsets.to(device), 0, unsafe));
        });
      };
      EXPECT_EQ(call(kGpu), call(c10::kCPU)) << offsets << unsafe;
      EXPECT_EQ(call(kGpu) == "none", offsets.numel() == 1 && offsets.item<std::int64_t>() == 5) << offsets;
    }
  }
  // The device's error message is that of the CPU, and the next call works.
  EXPECT_NE(error_of([&] {
              at::segment_reduce(a.to(kGpu), "sum", numbers({2, -1, 4}).to(kGpu));
            }).find("lengths contains negative value: -1"),
            std::string::npos);
  expect_close(at::segment_reduce(a.to(kGpu), "sum", numbers({2, 3}).to(kGpu)),
               at::segment_reduce(a, "sum", numbers({2, 3})));
}

TEST_F(DeviceGamma, IsComputedAsOnTheCpu) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const c10::ScalarType type :
       {c10::kFloat, c10::kDouble, c10::kBFloat16, c10::kInt, c10::kLong, c10::kByte, c10::kBool}) {
    at::Tensor a = mixed({5, 8}, type);
    if (c10::isFloatingType(type)) {
      a = a.div(37);
      const at::Tensor special = at::tensor({0.0, -0.0, -1.0, -2.5, infinity, -infinity, std::nan(""), 171.5}).to(type);
      a.select(0, 2).copy_(special);
    }
    for (const at::Tensor& each : {a, a.t(), a.slice(1, 1, 8, 3), a.slice(0, 0, 0)}) {
      const at::Tensor there = each.to(kGpu);
      expect_close(at::lgamma(there), at::lgamma(each));
      expect_close(at::digamma(there), at::digamma(each));
      for (const std::int64_t order : {0, 1, 2, 5})
        expect_close(at::polygamma(order, there), at::polygamma(order, each));
      // lgamma_out, digamma_out and the in-place forms must agree with the CPU, too.
      const c10::ScalarType result = c10::isFloatingType(type) ? type : c10::kFloat;
      at::Tensor out = at::empty({0}, at::TensorOptions(result).device(kGpu));
      at::Tensor out_here = at::empty({0}, result);
      expect_close(at::lgamma_out(out, there), at::lgamma_out(out_here, each));
      at::Tensor wide = at::empty({0}, at::TensorOptions(c10::kDouble).device(kGpu));
      at::Tensor wanted = at::empty({0}, c10::kDouble);
      expect_close(at::digamma_out(wide, there), at::digamma_out(wanted, each));
      if (!c10::isFloatingType(type)) {
        EXPECT_THROW(there.clone().lgamma_(), c10::Error);
        continue;
      }
      expect_close(there.clone().lgamma_(), each.clone().lgamma_());
      expect_close(there.clone().digamma_(), each.clone().digamma_());
    }
  }
  for (const c10::ScalarType type : {c10::kHalf, c10::kComplexFloat}) {
    const at::Tensor there = at::ones({2}, c10::kFloat).to(type).to(kGpu);
    EXPECT_THROW(static_cast<void>(at::lgamma(there)), c10::Error);
    EXPECT_THROW(static_cast<void>(at::digamma(there)), c10::Error);
    EXPECT_THROW(static_cast<void>(at::polygamma(1, there)), c10::Error);
  }
  EXPECT_THROW(static_cast<void>(at::polygamma(-1, at::ones({2}).to(kGpu))), c10::Error);
}

}  // namespace
}  // namespace modecheck::engine
