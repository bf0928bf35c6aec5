// Tests packs: several adjacent elements that one thread of a pointwise kernel processes at once.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "engine/backends/cuda/launch/launch_pointwise.h"
#include "engine/backends/functions/binary.h"
#include "engine/backends/functions/comparison.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers
using backends::Minimum;

class DevicePacks : public DeviceTest {};

cuda::PointwiseArguments arguments_for(const at::Tensor& out, const at::Tensor& left, const at::Tensor& right) {
  cuda::PointwiseArguments out_arguments;
  out_arguments.where.rank = 1;
  out_arguments.where.count = out.numel();
  out_arguments.where.sizes[0] = out.numel();
  const at::Tensor* const tensors[] = {&out, &left, &right};
  for (int i = 0; i < 3; ++i) {
    out_arguments.where.data[i] = static_cast<char*>(tensors[i]->data_ptr());
    out_arguments.where.steps[i][0] = tensors[i]->strides()[0] * static_cast<std::int64_t>(tensors[i]->itemsize());
  }
  return out_arguments;
}

template <typename T>
std::int64_t packs_of_two(const at::Tensor& out, const at::Tensor& left, const at::Tensor& right) {
  return cuda::packs_of<Minimum, T, 2>(arguments_for(out, left, right));
}

TEST(Packs, AreWhereElementsLieSideBySide) {
  const at::Tensor a = mixed({64}, c10::kFloat);
  const at::Tensor b = mixed({64}, c10::kFloat);
  const at::Tensor out = at::zeros({64});
  EXPECT_EQ(packs_of_two<float>(out, a, b), 16);
  EXPECT_EQ(packs_of_two<float>(out.slice(0, 0, 63), a.slice(0, 0, 63), b.slice(0, 0, 63)), 15);
  EXPECT_EQ(packs_of_two<float>(out.slice(0, 0, 3), a.slice(0, 0, 3), b.slice(0, 0, 3)), 0);
  // A slice can be read in packs of four if it begins at an index that is a multiple of four.
  EXPECT_EQ(packs_of_two<float>(out.slice(0, 4, 24), a.slice(0, 8, 28), b.slice(0, 12, 32)), 5);
  EXPECT_EQ(packs_of_two<float>(out.slice(0, 0, 20), a.slice(0, 1, 21), b.slice(0, 0, 20)), 0)
      << "not where one begins";
  EXPECT_EQ(packs_of_two<float>(out.slice(0, 2, 22), a.slice(0, 0, 20), b.slice(0, 0, 20)), 0);
  EXPECT_EQ(packs_of_two<float>(out.slice(0, 0, 20), a.slice(0, 0, 40, 2), b.slice(0, 0, 20)), 0) << "every second";
  EXPECT_EQ(packs_of_two<float>(out, a, b.slice(0, 0, 1).expand({64})), 0) << "one for all";
  const at::Tensor wide = at::zeros({6}, c10::kDouble);
  EXPECT_EQ(packs_of_two<double>(wide, wide, wide), 3);
  const at::Tensor bytes = at::zeros({50}, c10::kByte);
  EXPECT_EQ(packs_of_two<std::uint8_t>(bytes, bytes, bytes), 3);
  const at::Tensor complex = at::zeros({6}, c10::kComplexDouble);
  EXPECT_EQ((cuda::packs_of<backends::Sum, c10::complex<double>, 2>(arguments_for(complex, complex, complex))), 0)
      << "one element is as wide";
}

TEST(Packs, AndWhatIsLeftOverAreAllElementsOnce) {
  for (const std::int64_t count : {0, 1, 3, 4, 5, 63, 64, 65}) {
    const at::Tensor a = mixed({70}, c10::kFloat).slice(0, 0, count);
    const at::Tensor b = mixed({70}, c10::kFloat).neg().slice(0, 0, count);
    const at::Tensor all = at::full({70}, -1.0);
    const at::Tensor out = all.slice(0, 0, count);
    const cuda::PointwiseArguments arguments = arguments_for(out, a, b);
    const std::int64_t packs = cuda::packs_of<Minimum, float, 2>(arguments);
    EXPECT_EQ(packs, count / 4);
    const std::int64_t units = cuda::units_of<float>(arguments, packs);
    EXPECT_EQ(units, packs + count % 4);
    // Process the packs in reverse order, because the threads of a GPU run in no order.
    for (std::int64_t i = units - 1; i >= 0; --i) cuda::pointwise_unit<Minimum, float, 2>(arguments, packs, i);
    EXPECT_TRUE(out.equal(at::minimum(a, b)));
    EXPECT_TRUE(all.slice(0, count).equal(at::full({70 - count}, -1.0))) << "written behind the end";
  }
}

// Tests packs in every dtype, with results of another dtype, and in operations with scalars.
TEST_F(DevicePacks, ComputeWhatElementsDo) {
  for (const c10::ScalarType type : {c10::kByte, c10::kChar, c10::kShort, c10::kInt, c10::kLong, c10::kHalf,
                                     c10::kBFloat16, c10::kFloat, c10::kDouble, c10::kBool, c10::kComplexFloat}) {
    for (const std::int64_t size : {1, 15, 16, 37, 256}) {
      const at::Tensor a = mixed({size}, c10::kLong).remainder(50).to(type);
      const at::Tensor b = mixed({size}, c10::kLong).remainder(7).to(type);
      const at::Tensor a_there = a.to(kGpu);
      const at::Tensor b_there = b.to(kGpu);
      expect_same(a_there + b_there, a + b);
      expect_same(a_there.eq(b_there), a.eq(b));
      expect_same(a_there.clone().fill_(1), a.clone().fill_(1));
      expect_same(a_there.slice(0, size / 2).clone(), a.slice(0, size / 2).clone());
      if (type != c10::kBool) expect_same(a_there * 2, a * 2);
      if (type != c10::kBool) expect_same(a_there.abs(), a.abs());
    }
  }
  // Rows of 16 elements are covered by packs, rows of 15 are not, and neither are rows that begin at odd elements.
  for (const c10::ScalarType type : {c10::kHalf, c10::kBFloat16, c10::kFloat, c10::kDouble, c10::kInt})
    for (const std::int64_t size : {15, 16}) {
      const at::Tensor all = mixed({5, 3, size + 1}, c10::kLong).remainder(50).to(type);
      const at::Tensor row = mixed({size + 1}, c10::kLong).remainder(7).to(type);
      const at::Tensor column = mixed({5, 3, 1}, c10::kLong).remainder(7).to(type);
      const at::Tensor plane = mixed({3, size}, c10::kLong).remainder(7).to(type);
      for (const std::int64_t first : {0, 1}) {
        const auto a = [&](c10::Device device) { return all.slice(2, 0, size).contiguous().to(device); };
        const auto r = [&](c10::Device device) { return row.to(device).slice(0, first, size + first); };
        expect_same(a(kGpu) + r(kGpu), a(c10::kCPU) + r(c10::kCPU));
        expect_same(a(kGpu).lt(r(kGpu)), a(c10::kCPU).lt(r(c10::kCPU)));
        expect_same(column.to(kGpu) * r(kGpu), column * r(c10::kCPU));
        expect_same(all.to(kGpu).slice(2, first, size + first) - plane.to(kGpu),
                    all.slice(2, first, size + first) - plane);
        expect_same(at::lerp(a(kGpu).to(c10::kFloat), plane.to(kGpu).to(c10::kFloat), column.to(kGpu).to(c10::kFloat)),
                    at::lerp(a(c10::kCPU).to(c10::kFloat), plane.to(c10::kFloat), column.to(c10::kFloat)));
      }
      expect_same(column.to(kGpu) - plane.to(kGpu), column - plane);
    }
  // Memory that is viewed as bool may hold any byte, and every byte but zero means true.
  const at::Tensor bytes = at::arange(40, c10::kByte).remainder(3);
  const at::Tensor truths = bytes.view(c10::kBool);
  expect_same(bytes.to(kGpu).view(c10::kBool).logical_not(), truths.logical_not());
  expect_same(bytes.to(kGpu).view(c10::kBool).clone().view(c10::kByte), truths.clone().view(c10::kByte));
}

// Kernels that choose, convert and copy elements take four at once, if rows have a multiple of four elements.
TEST_F(DevicePacks, MoveWhatElementsDo) {
  constexpr c10::ScalarType types[] = {c10::kByte,  c10::kChar,   c10::kShort,        c10::kInt,
                                       c10::kLong,  c10::kHalf,   c10::kBool,         c10::kBFloat16,
                                       c10::kFloat, c10::kDouble, c10::kComplexFloat, c10::kComplexDouble};
  for (const c10::ScalarType type : types)
    for (const std::int64_t size : {5, 8, 12}) {
      SCOPED_TRACE(std::string(c10::toString(type)) + " of " + std::to_string(size));
      const at::Tensor a = mixed({3, 4, size}, c10::kLong).remainder(50).to(type);
      const at::Tensor b = mixed({4, size}, c10::kLong).remainder(7).to(type);
      const at::Tensor mask = mixed({3, 4, size}, c10::kLong).remainder(3).eq(0);
      const at::Tensor few = mixed({3, 4, 1}, c10::kLong).remainder(3).eq(0);
      const at::Tensor a_there = a.to(kGpu);
      const at::Tensor b_there = b.to(kGpu);
      for (const at::Tensor& each : {mask, few, mask.slice(0, 0, 1)}) {
        expect_same(at::where(each.to(kGpu), a_there, b_there), at::where(each, a, b));
        expect_same(a_there.masked_fill(each.to(kGpu), 1), a.masked_fill(each, 1));
      }
      expect_same(at::where(mask.to(kGpu).slice(2, 1), a_there.slice(2, 1), b_there.slice(1, 1).slice(0, 0, 1)),
                  at::where(mask.slice(2, 1), a.slice(2, 1), b.slice(1, 1).slice(0, 0, 1)));
      for (const std::int64_t diagonal : {-9, -2, 0, 1, 3, 30}) {
        expect_same(a_there.triu(diagonal), a.triu(diagonal));
        expect_same(a_there.tril(diagonal), a.tril(diagonal));
      }
      for (const std::int64_t dim : {0, 1, 2}) expect_same(a_there.flip({dim}), a.flip({dim}));
      expect_same(a_there.flip({0, 2}), a.flip({0, 2}));
      expect_same(a_there.slice(2, 1).flip({2}), a.slice(2, 1).flip({2}));
      for (const c10::ScalarType to : types) {
        expect_same(a_there.to(to), a.to(to));
        expect_same(a_there.flip({2}).slice(2, 1).to(to), a.flip({2}).slice(2, 1).to(to));
        expect_same(a_there.slice(2, 0, 1).expand({3, 4, size}).to(to), a.slice(2, 0, 1).expand({3, 4, size}).to(to));
      }
    }
  const at::Tensor truths = at::arange(16, c10::kByte).remainder(3).view(c10::kBool);
  const at::Tensor there = at::arange(16, c10::kByte).remainder(3).to(kGpu).view(c10::kBool);
  expect_same(there.flip({0}).view(c10::kByte), truths.flip({0}).view(c10::kByte));
  expect_same(there.to(c10::kInt), truths.to(c10::kInt));
  expect_same(at::where(there, there, there).view(c10::kByte), at::where(truths, truths, truths).view(c10::kByte));
}

}  // namespace
}  // namespace modecheck::engine
