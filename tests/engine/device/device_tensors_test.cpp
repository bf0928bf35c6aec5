// Tests normal and inference tensors on a CUDA device, their values, and messages. Without a GPU the device is a
// simulated one. Programs with all operators are run there by the subjects engine:cuda and engine:sim.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/dispatch/device_kernel.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceTensors : public DeviceTest {};

TEST(NoDevice, IsSaid) {
  if (find_device().empty()) GTEST_SKIP() << "there is one";
  try {
    static_cast<void>(at::ones({2}, at::TensorOptions().device(kGpu)));
    FAIL() << "there is a device";
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("there is no CUDA device; use cpu or meta ("), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(static_cast<void>(at::ones({2}).to(kGpu)), c10::Error);
  EXPECT_FALSE(torch::cuda::is_available());
  EXPECT_EQ(torch::cuda::device_count(), 0U);
  EXPECT_FALSE(at::hasCUDA());
}

TEST_F(DeviceTensors, AreOfTheOneDeviceThereIs) {
  EXPECT_TRUE(torch::cuda::is_available());
  EXPECT_EQ(torch::cuda::device_count(), 1U);
  EXPECT_TRUE(at::hasCUDA());
}

TEST_F(DeviceTensors, SayWhereTheyAre) {
  const at::Tensor a = at::ones({2, 3}, at::TensorOptions().device(c10::kCUDA));
  EXPECT_TRUE(a.is_cuda());
  EXPECT_EQ(a.device(), kGpu) << "without an index it is the first one";
  EXPECT_TRUE(a.key_set().has(c10::DispatchKey::CUDA));
  EXPECT_TRUE(a.key_set().has(c10::DispatchKey::AutogradCUDA));
  EXPECT_FALSE(a.key_set().has(c10::DispatchKey::CPU));
  EXPECT_EQ(a.sum().item<float>(), 6.0F);
  std::ostringstream out;
  out << a.slice(0, 0, 1);
  EXPECT_NE(out.str().find(" 1  1  1"), std::string::npos) << out.str();
}

TEST_F(DeviceTensors, GoThereAndBack) {
  const at::Tensor a = at::arange(6, c10::kFloat).reshape({2, 3}).t();
  const at::Tensor there = a.to(kGpu);
  EXPECT_TRUE(there.is_cuda());
  EXPECT_EQ(there.strides(), a.strides());
  EXPECT_TRUE(there.cpu().equal(a));
  EXPECT_TRUE(there.to(c10::kDouble).cpu().equal(a.to(c10::kDouble)));
  at::Tensor into = at::zeros({3, 2});
  into.copy_(there);
  EXPECT_TRUE(into.equal(a));
  at::Tensor back = at::zeros({3, 2}, at::TensorOptions().device(kGpu));
  back.copy_(a);
  EXPECT_TRUE(back.equal(there));
}

// Rule K4: on every device, a copy is an inference tensor if and only if it is made inside InferenceMode.
TEST_F(DeviceTensors, KindsAreTheModes) {
  at::Tensor inside;
  at::Tensor moved_inside;
  const at::Tensor normal = at::ones({2});
  {
    const c10::InferenceMode mode;
    inside = at::ones({2}, at::TensorOptions().device(kGpu));
    moved_inside = normal.to(kGpu);
    EXPECT_TRUE(inside.is_inference());
    EXPECT_TRUE(moved_inside.is_inference());
    EXPECT_TRUE(inside.view({1, 2}).is_inference());
  }
  EXPECT_FALSE(inside.cpu().is_inference());
  EXPECT_FALSE(inside.clone().is_inference());
  EXPECT_TRUE(inside.view({1, 2}).is_inference()) << "K2";
  EXPECT_THROW(inside.add_(1), c10::Error) << "M2";
  EXPECT_EQ(inside.sum().item<float>(), 2.0F) << "E1: nothing was written";
}

TEST_F(DeviceTensors, GradientsComeBackToWhereTheTensorsAre) {
  const at::Tensor a = at::arange(4, c10::kFloat).to(kGpu).requires_grad_(true);
  const at::Tensor on_host = a.cpu();
  EXPECT_EQ(on_host.grad_fn()->name(), "ToCopyBackward0");
  (on_host * on_host).sum().backward();
  EXPECT_TRUE(a.grad().is_cuda());
  EXPECT_TRUE(a.grad().cpu().equal(at::arange(4, c10::kFloat) * 2));
  const at::Tensor source = at::ones({3}).requires_grad_(true);
  at::Tensor into = at::zeros({3}, at::TensorOptions().device(kGpu));
  into.copy_(source);
  (into * 3).sum().backward();
  EXPECT_TRUE(source.grad().is_cpu());
  EXPECT_TRUE(source.grad().equal(at::full({3}, 3.0)));
}

// As in libtorch, an operator may combine device tensors with a zero-dimensional CPU tensor, but with no other CPU
// tensor.
TEST_F(DeviceTensors, TensorsAreInOnePlaceButForNumbers) {
  const at::Tensor a = at::arange(3, c10::kFloat).to(kGpu).requires_grad_(true);
  const at::Tensor two = at::full({}, 2.0).requires_grad_(true);
  const at::Tensor product = a * two;
  EXPECT_TRUE(product.is_cuda());
  EXPECT_TRUE(product.cpu().equal(at::arange(3, c10::kFloat) * 2));
  product.sum().backward();
  EXPECT_TRUE(two.grad().is_cpu());
  EXPECT_EQ(two.grad().item<float>(), 3.0F);
  EXPECT_TRUE(at::masked_fill(a.detach(), a > 1, two.detach()).cpu().equal(at::tensor({0.0F, 1.0F, 2.0F})));
  const at::Tensor here = at::ones({3});
  for (const auto& call : {std::function<void()>([&] { at::add(a, here); }), std::function<void()>([&] {
                             at::cat({a, here});
                           }),
                           std::function<void()>([&] {
                             at::mm(a.view({1, 3}), here.view({3, 1}));
                           }),
                           std::function<void()>([&] { at::full({}, 1.0).add_(a.detach().sum()); })}) {
    try {
      call();
      ADD_FAILURE() << "nothing was said";
    } catch (const c10::Error& error) {
      EXPECT_NE(std::string(error.what()).find("Expected all tensors to be on the same device"), std::string::npos)
          << error.what();
    }
  }
}

TEST_F(DeviceTensors, BackwardRunsWhereTheForwardRan) {
  const at::Tensor a = at::arange(4, c10::kFloat).to(kGpu).requires_grad_(true);
  cuda::set_current_stream(runtime().create_stream());
  const at::Tensor product = a * a;
  EXPECT_EQ(product.grad_fn()->name(), "MulBackward0");
  cuda::set_current_stream(cuda::default_stream);
  product.sum().backward();
  EXPECT_TRUE(a.grad().is_cuda());
  EXPECT_TRUE(a.grad().cpu().equal(at::arange(4, c10::kFloat) * 2));
}

TEST_F(DeviceTensors, OutGrowsThere) {
  const at::Tensor a = at::ones({3}).to(kGpu);
  at::Tensor out = at::empty({0}, at::TensorOptions().device(kGpu));
  at::add_out(out, a, a);
  EXPECT_TRUE(out.cpu().equal(at::full({3}, 2.0)));
  at::mm_out(out, a.reshape({3, 1}), a.reshape({1, 3}));
  EXPECT_TRUE(out.cpu().equal(at::ones({3, 3})));
  out.resize_({12});
  EXPECT_TRUE(out.slice(0, 9, 12).cpu().equal(at::zeros({3})));
}

// The device rejects an index out of range before the call returns, as the CPU does (rule E1).
TEST_F(DeviceTensors, AnIndexIsCheckedAtOnce) {
  const at::Tensor a = at::arange(3, c10::kFloat).to(kGpu);
  const at::Tensor wrong = at::full({1}, 3, c10::kLong).to(kGpu);
  EXPECT_THROW(static_cast<void>(a.index_select(0, wrong)), c10::Error);
  at::Tensor written = a.clone();
  EXPECT_THROW(written.index_fill_(0, wrong, 1), c10::Error);
  EXPECT_TRUE(written.equal(a));
}

TEST_F(DeviceTensors, DevicesDoNotMix) {
  const at::Tensor there = at::ones({2}).to(kGpu);
  EXPECT_THROW(static_cast<void>(there + at::ones({2})), c10::Error);
  EXPECT_TRUE((there + at::scalar_tensor(1)).cpu().equal(at::full({2}, 2.0))) << "a number of the CPU may come along";
}

// Several kernels process a tensor that has more dimensions than one kernel supports.
TEST_F(DeviceTensors, HaveAnyNumberOfDimensions) {
  const std::vector<std::int64_t> sizes(12, 2);
  at::Tensor a = at::arange(4096, c10::kFloat).reshape(sizes);
  std::vector<std::int64_t> turned{11, 0, 9, 2, 7, 4, 5, 6, 3, 8, 1, 10};
  a = a.permute(turned);
  const at::Tensor b = at::arange(4096, c10::kFloat).reshape(sizes);
  EXPECT_TRUE((a.to(kGpu) * b.to(kGpu)).cpu().equal(a * b));
}

// --- kernels of the device, compared with those of the CPU

TEST_F(DeviceTensors, ChooseMoveAndFill) {
  for (const c10::ScalarType type :
       {c10::kFloat, c10::kDouble, c10::kHalf, c10::kShort, c10::kBool, c10::kComplexDouble}) {
    const at::Tensor a = mixed({3, 2, 5}, type).permute({2, 0, 1});
    const at::Tensor b = mixed({2}, type);
    const at::Tensor mask = mixed({5, 1, 2}, c10::kLong).gt(0);
    const at::Tensor a_there = a.to(kGpu);
    const at::Tensor mask_there = mask.to(kGpu);
    expect_same(at::where(mask_there, a_there, b.to(kGpu)), at::where(mask, a, b));
    expect_same(a_there.masked_fill(mask_there, 1), a.masked_fill(mask, 1));
    expect_same(a_there.tril(-1), a.tril(-1));
    expect_same(a_there.clone().triu_(1), a.clone().triu_(1));
    expect_same(a_there.flip({0, 2}), a.flip({0, 2}));
    expect_same(at::cat({a_there, a_there}, 1), at::cat({a, a}, 1));
    expect_same(at::stack({a_there, a_there}, 3), at::stack({a, a}, 3));
    expect_same(a_there.repeat({2, 1, 1, 3}), a.repeat({2, 1, 1, 3}));
    expect_same(at::constant_pad_nd(a_there, {1, -1, 0, 2}, 1), at::constant_pad_nd(a, {1, -1, 0, 2}, 1));
  }
  expect_same(at::arange(3, 20, 4, at::TensorOptions().device(kGpu)), at::arange(3, 20, 4));
  expect_same(at::arange(1.0, 0.0, -0.3, at::TensorOptions().dtype(c10::kHalf).device(kGpu)),
              at::arange(1.0, 0.0, -0.3, c10::kHalf));
}

// With repeated indices the last value stays, and the device adds sums in the CPU's order.
TEST_F(DeviceTensors, PickAndPlaceByIndex) {
  const at::Tensor rows = at::tensor({2, 0, 2, 1, 2}).to(c10::kLong);
  for (const c10::ScalarType type : {c10::kFloat, c10::kBFloat16, c10::kChar, c10::kBool, c10::kComplexFloat}) {
    const at::Tensor a = mixed({4, 3, 2}, type).transpose(0, 2);
    const at::Tensor source = mixed({2, 5, 4}, type);
    const at::Tensor places = mixed({2, 5, 4}, c10::kLong).remainder(3);
    const at::Tensor a_there = a.to(kGpu);
    const at::Tensor source_there = source.to(kGpu);
    const at::Tensor rows_there = rows.to(kGpu);
    const at::Tensor places_there = places.to(kGpu);
    expect_same(a_there.index_select(1, rows_there.to(c10::kInt)), a.index_select(1, rows));
    expect_same(a_there.gather(1, places_there), a.gather(1, places));
    expect_same(a_there.scatter(1, places_there, source_there), a.scatter(1, places, source));
    expect_same(a_there.scatter(1, places_there, 1), a.scatter(1, places, 1));
    expect_same(a_there.scatter_add(1, places_there, source_there), a.scatter_add(1, places, source));
    expect_same(a_there.index_copy(1, rows_there, source_there), a.index_copy(1, rows, source));
    expect_same(a_there.index_add(1, rows_there, source_there), a.index_add(1, rows, source));
    expect_same(a_there.index_fill(1, rows_there.sub(3), 1), a.index_fill(1, rows.sub(3), 1));
  }
  const at::Tensor table = mixed({6, 2}, c10::kFloat);
  expect_same(at::embedding(table.to(kGpu), rows.to(kGpu)), at::embedding(table, rows));
}

// If rows are dense and aligned, a thread copies 16 bytes at once.
TEST_F(DeviceTensors, PickWholeRows) {
  const at::Tensor rows = at::tensor({2, 0, 2, 1, 2}).to(c10::kLong);
  const at::Tensor rows_there = rows.to(kGpu);
  for (const c10::ScalarType type :
       {c10::kFloat, c10::kBFloat16, c10::kChar, c10::kBool, c10::kDouble, c10::kComplexDouble}) {
    const at::Tensor table = mixed({3, 3, 48}, type);
    const at::Tensor there = table.to(kGpu);
    for (const std::int64_t dim : {0, 1})
      expect_same(there.index_select(dim, rows_there), table.index_select(dim, rows));
    for (const std::int64_t first : {1, 2, 4, 16})
      expect_same(there.slice(2, first, 16 + first).index_select(0, rows_there),
                  table.slice(2, first, 16 + first).index_select(0, rows));
    expect_same(there.slice(2, 0, 21).index_select(1, rows_there), table.slice(2, 0, 21).index_select(1, rows));
    expect_same(there.transpose(0, 2).index_select(1, rows_there), table.transpose(0, 2).index_select(1, rows));
    expect_same(there.expand({4, 3, 3, 48}).index_select(2, rows_there),
                table.expand({4, 3, 3, 48}).index_select(2, rows));
  }
}

// The rows of this view share elements, so the final values depend on the order of writes. The device keeps the CPU's
// order.
TEST_F(DeviceTensors, WriteElementsThatShareAPlaceInTheOrderOfTheHost) {
  const at::Tensor rows = at::tensor({1, 0, 1}).to(c10::kLong);
  const at::Tensor source = mixed({3, 4}, c10::kFloat);
  const at::Tensor places = mixed({3, 4}, c10::kLong).remainder(2);
  const auto written = [&](const c10::Device& device) {
    std::vector<at::Tensor> out;
    const auto keep = [&](auto&& write) {
      const at::Tensor all = mixed({6}, c10::kFloat).to(device);
      write(all.as_strided({2, 4}, {2, 1}));
      out.push_back(all);
    };
    const at::Tensor from = source.to(device);
    const at::Tensor at_rows = rows.to(device);
    const at::Tensor at_places = places.to(device);
    keep([&](const at::Tensor& shared) { shared.index_add_(0, at_rows, from); });
    keep([&](const at::Tensor& shared) { shared.index_copy_(0, at_rows, from); });
    keep([&](const at::Tensor& shared) { shared.scatter_(0, at_places, from); });
    keep([&](const at::Tensor& shared) { shared.scatter_add_(0, at_places, from); });
    return out;
  };
  const std::vector<at::Tensor> there = written(kGpu);
  const std::vector<at::Tensor> here = written(c10::kCPU);
  for (std::size_t i = 0; i < here.size(); ++i) expect_same(there[i], here[i]);
}

TEST_F(DeviceTensors, NothingIsWrittenForAnIndexOutOfRange) {
  const at::Tensor a = mixed({3, 2}, c10::kFloat);
  const at::Tensor wrong = at::tensor({0, 3, 1}).to(c10::kLong).to(kGpu);
  const at::Tensor wrongs = wrong.reshape({3, 1});
  const at::Tensor source = a.to(kGpu);
  const at::Tensor written = a.to(kGpu);
  EXPECT_THROW(static_cast<void>(written.index_select(0, wrong)), c10::IndexError);
  EXPECT_THROW(static_cast<void>(written.gather(0, wrongs)), c10::IndexError);
  EXPECT_THROW(written.scatter_(0, wrongs, source), c10::IndexError);
  EXPECT_THROW(written.scatter_add_(0, wrongs, source), c10::IndexError);
  EXPECT_THROW(written.index_copy_(0, wrong, source), c10::IndexError);
  EXPECT_THROW(written.index_add_(0, wrong, source), c10::IndexError);
  EXPECT_THROW(written.index_fill_(0, wrong, 1), c10::IndexError);
  expect_same(written, a);
}

TEST_F(DeviceTensors, ReduceAnyDimensions) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16, c10::kInt, c10::kByte}) {
    for (const at::Tensor& a : {mixed({4, 5, 6}, type), mixed({5, 6, 4}, type).permute({2, 0, 1}),
                                mixed({4, 1, 6}, type).expand({4, 5, 6}), mixed({0, 5, 6}, type)}) {
      const at::Tensor there = a.to(kGpu);
      for (const std::vector<std::int64_t>& dims :
           std::vector<std::vector<std::int64_t>>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}) {
        expect_same(there.sum(dims, true), a.sum(dims, true));
        if (c10::isFloatingType(type)) expect_same(there.nansum(dims), a.nansum(dims));
        if (a.numel() != 0) expect_same(there.amax(dims), a.amax(dims));
        if (a.numel() != 0) expect_same(there.amin(dims), a.amin(dims));
        if (dims.size() > 1) continue;
        if (a.numel() != 0) expect_same(there.argmax(dims[0]), a.argmax(dims[0]));
        if (a.numel() != 0) expect_same(there.argmin(dims[0], true), a.argmin(dims[0], true));
        expect_same(there.gt(0).any(dims[0]), a.gt(0).any(dims[0]));
        expect_same(there.gt(0).all(dims[0]), a.gt(0).all(dims[0]));
        expect_same(there.count_nonzero(dims[0]), a.count_nonzero(dims[0]));
        if (type != c10::kBFloat16) expect_same(there.prod(dims[0]), a.prod(dims[0]));
      }
      if (a.numel() != 0) expect_same(there.argmax(), a.argmax());
    }
  }
  const at::Tensor with_nan = at::tensor({1.0, std::nan(""), 3.0, std::nan("")});
  EXPECT_EQ(with_nan.to(kGpu).argmax(0).item<std::int64_t>(), 1);
  EXPECT_EQ(with_nan.to(kGpu).nansum().item<double>(), 4.0);
}

// These reductions have so many elements per result that the device splits the elements into parts.
TEST_F(DeviceTensors, ReduceFewGroupsOfMuch) {
  for (const at::Tensor& a : {mixed({3, 40001}, c10::kInt), mixed({40001, 3}, c10::kInt)}) {
    for (const std::int64_t dim : {0, 1}) {
      expect_same(a.to(kGpu).sum(dim), a.sum(dim));
      expect_same(a.to(kGpu).argmin(dim), a.argmin(dim));
      expect_same(a.to(kGpu).count_nonzero(dim), a.count_nonzero(dim));
    }
    expect_same(a.to(kGpu).argmax(), a.argmax());
  }
}

// The rows contain equal elements and NaNs. One thread ranks each element of the first tensor, a block of threads sorts
// each row of the next three, and rows of the last one are longer.
TEST_F(DeviceTensors, OrderRows) {
  at::Tensor with_nan = mixed({3, 8, 2}, c10::kFloat).remainder(7);
  with_nan.select(0, 1).select(0, 3).fill_(std::nan(""));
  for (const at::Tensor& a :
       {mixed({3, 8, 2}, c10::kInt), mixed({3, 200, 2}, c10::kFloat).remainder(7), mixed({2, 1500}, c10::kLong),
        mixed({4096, 2}, c10::kBFloat16).t(), mixed({5000, 2}, c10::kDouble).t()}) {
    const std::int64_t dim = 1;
    const at::Tensor there = a.to(kGpu);
    for (const bool descending : {false, true}) {
      expect_same(std::get<0>(there.sort(dim, descending)), std::get<0>(a.sort(dim, descending)));
      expect_same(std::get<1>(there.sort(true, dim, descending)), std::get<1>(a.sort(true, dim, descending)));
      expect_same(std::get<0>(there.topk(3, dim, descending)), std::get<0>(a.topk(3, dim, descending)));
    }
    expect_same(std::get<0>(there.kthvalue(2, dim)), std::get<0>(a.kthvalue(2, dim)));
    expect_same(std::get<0>(there.median(dim)), std::get<0>(a.median(dim)));
    expect_same(there.median(), a.median());
    expect_same(std::get<1>(there.max(dim)), std::get<1>(a.max(dim)));
    expect_same(std::get<1>(there.min(dim)), std::get<1>(a.min(dim)));
    expect_same(std::get<1>(there.cummax(dim)), std::get<1>(a.cummax(dim)));
    expect_same(std::get<0>(there.cummin(dim)), std::get<0>(a.cummin(dim)));
  }
  for (const std::int64_t dim : {0, 1, 2}) {
    const at::Tensor there = with_nan.to(kGpu);
    expect_same(std::get<1>(there.sort(true, dim, true)), std::get<1>(with_nan.sort(true, dim, true)));
    expect_same(std::get<1>(there.max(dim)), std::get<1>(with_nan.max(dim)));
    expect_same(std::get<1>(there.min(dim)), std::get<1>(with_nan.min(dim)));
    expect_same(std::get<1>(there.cummax(dim)), std::get<1>(with_nan.cummax(dim)));
  }
}

// Integers have no NaN, so the device must not treat the greatest integer as a NaN.
TEST_F(DeviceTensors, FindMediansOfGreatestNumbers) {
  for (const std::int64_t size : {20, 200, 5000})
    for (const auto& [type, greatest] : {std::pair{c10::kInt, std::int64_t{std::numeric_limits<std::int32_t>::max()}},
                                         {c10::kLong, std::numeric_limits<std::int64_t>::max()},
                                         {c10::kByte, std::int64_t{255}}}) {
      const auto [value, place] = at::full({size}, greatest, type).to(kGpu).median(0);
      EXPECT_EQ(value.item<std::int64_t>(), greatest);
      EXPECT_EQ(place.item<std::int64_t>(), (size - 1) / 2);
    }
}

// One block of threads normalises each of these groups. Views that begin at an odd element are not read in packs of
// several elements.
TEST_F(DeviceTensors, NormalizeLargeGroups) {
  const c10::optional<at::Tensor> none;
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16})
    for (const std::int64_t size : {65, 96, 4096, 5001, 16400}) {
      const at::Tensor a = mixed({3, 2 * size}, type).div(500);
      const at::Tensor weight = mixed({size}, type).div(500);
      const at::Tensor channels = mixed({6}, type).div(500);
      const auto expect_close_enough = [&](const at::Tensor& there, const at::Tensor& here) {
        const double bound = type == c10::kBFloat16 ? 1e-2 : 1e-5;
        EXPECT_TRUE(at::allclose(there.cpu(), here, bound, bound)) << size << " of " << c10::toString(type);
      };
      const at::Tensor rows = a.slice(1, 0, size);
      expect_close_enough(at::layer_norm(rows.to(kGpu), {size}, weight.to(kGpu), weight.to(kGpu)),
                          at::layer_norm(rows, {size}, weight, weight));
      const at::Tensor odd = mixed({size * 2 + 1}, type).div(500);
      expect_close_enough(at::layer_norm(odd.to(kGpu).slice(0, 1).reshape({2, size}), {size}),
                          at::layer_norm(odd.slice(0, 1).reshape({2, size}), {size}));
      const at::Tensor images = mixed({2, 6, size}, type).div(500);
      expect_close_enough(at::group_norm(images.to(kGpu), 3, channels.to(kGpu), none),
                          at::group_norm(images, 3, channels, none));
      expect_close_enough(at::group_norm(images.to(kGpu), 2, none, channels.to(kGpu)),
                          at::group_norm(images, 2, none, channels));
    }
}

TEST_F(DeviceTensors, Normalize) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16}) {
    const at::Tensor a = mixed({2, 6, 5}, type);
    const at::Tensor weight = mixed({5}, type);
    const at::Tensor channels = mixed({6}, type);
    const c10::optional<at::Tensor> none;
    expect_same(at::layer_norm(a.to(kGpu), {5}, weight.to(kGpu), weight.to(kGpu)),
                at::layer_norm(a, {5}, weight, weight));
    expect_same(at::layer_norm(a.transpose(0, 1).to(kGpu), {2, 5}), at::layer_norm(a.transpose(0, 1), {2, 5}));
    expect_same(at::group_norm(a.to(kGpu), 3, channels.to(kGpu), none), at::group_norm(a, 3, channels, none));
  }
}

TEST_F(DeviceTensors, NormalizeBatches) {
  for (const auto& [type, parameters] : {std::pair{c10::kFloat, c10::kFloat},
                                         {c10::kDouble, c10::kDouble},
                                         {c10::kBFloat16, c10::kBFloat16},
                                         {c10::kBFloat16, c10::kFloat}})
    for (const at::Tensor& a : {mixed({4, 6, 3, 5}, type), mixed({4, 3, 5, 6}, type).permute({0, 3, 1, 2}),
                                mixed({7, 6}, type), mixed({2, 6, 0}, type)})
      for (const bool training : {false, true})
        for (const bool has_weight : {false, true}) {
          const auto normalize = [&, parameters = parameters](c10::Device device) {
            const auto channel = [&](double shift) { return mixed({6}, parameters).abs().add(shift).to(device); };
            c10::optional<at::Tensor> weight;
            if (has_weight) weight = channel(2);
            const at::Tensor mean = channel(0);
            const at::Tensor variance = channel(1);
            const auto out = at::native_batch_norm(a.to(device), weight, weight, mean, variance, training, 0.25, 1e-3);
            return std::vector<at::Tensor>{std::get<0>(out), std::get<1>(out), std::get<2>(out), mean, variance};
          };
          const std::vector<at::Tensor> wanted = normalize(c10::kCPU);
          const std::vector<at::Tensor> got = normalize(kGpu);
          for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_TRUE(at::allclose(got[i].cpu(), wanted[i], 0, 0, /*equal_nan=*/true)) << "result " << i;
          EXPECT_EQ(got[0].strides(), wanted[0].strides());
        }
}

TEST_F(DeviceTensors, Divide) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kInt, c10::kByte}) {
    const at::Tensor a = mixed({7, 5}, type);
    const at::Tensor b = mixed({5}, type).abs().add(1);
    expect_same(at::remainder(a.to(kGpu), b.to(kGpu)), at::remainder(a, b));
    expect_same(at::fmod(a.to(kGpu), b.to(kGpu)), at::fmod(a, b));
    expect_same(at::div(a.to(kGpu), b.to(kGpu), "floor"), at::div(a, b, "floor"));
    expect_same(at::div(a.to(kGpu), b.to(kGpu), "trunc"), at::div(a, b, "trunc"));
  }
  const at::Tensor written = at::ones({3}, c10::kInt).to(kGpu);
  EXPECT_THROW(written.remainder_(at::arange(3, c10::kInt).to(kGpu)), c10::Error) << "an integer divided by zero";
  expect_same(written, at::ones({3}, c10::kInt));
}

// Expects results that differ by at most `units` units in the last place of the largest number. A GPU computes
// logarithms and exponentials in its own way, and merges the parts of a variance in another order. The simulated device
// computes as the CPU does.
void expect_within(const at::Tensor& on_device, const at::Tensor& expected, int units) {
  if (simulated() != nullptr) return expect_same(on_device, expected);
  const double epsilon = expected.scalar_type() == c10::kDouble ? 0x1p-52 : 0x1p-23;
  const double bound = units * epsilon * expected.abs().max().item<double>();
  const double off = (on_device.cpu() - expected).abs().max().item<double>();
  EXPECT_LE(off, bound) << "units in the last place: " << off / bound * units;
}

TEST_F(DeviceTensors, WorkAlongLines) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble}) {
    const at::Tensor a = mixed({3, 4, 5}, type).mul(0.01).permute({1, 2, 0});
    for (const std::int64_t dim : {0, 1, 2}) {
      EXPECT_TRUE(at::allclose(a.to(kGpu).softmax(dim).cpu(), a.softmax(dim)));
      EXPECT_TRUE(at::allclose(a.to(kGpu).log_softmax(dim).cpu(), a.log_softmax(dim)));
      expect_same(a.to(kGpu).cumsum(dim), a.cumsum(dim));
      expect_same(a.to(kGpu).clone().cumprod_(dim), a.clone().cumprod_(dim));
      expect_within(a.to(kGpu).var(dim), a.var(dim), 8);
      expect_within(a.to(kGpu).logsumexp(dim), a.logsumexp(dim), 4);
    }
  }
}

TEST_F(DeviceTensors, Multiply) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16, c10::kInt, c10::kComplexFloat}) {
    const at::Tensor a = mixed({18, 5}, type).t();
    const at::Tensor b = mixed({18, 19}, type);
    const at::Tensor c = mixed({19}, type);
    const at::Tensor batch = mixed({3, 4, 5}, type);
    expect_same(at::mm(a.to(kGpu), b.to(kGpu)), at::mm(a, b));
    expect_same(at::addmm(c.to(kGpu), a.to(kGpu), b.to(kGpu), 2, 3), at::addmm(c, a, b, 2, 3));
    expect_same(at::mv(b.to(kGpu), c.to(kGpu)), at::mv(b, c));
    expect_same(at::dot(c.to(kGpu), c.to(kGpu)), at::dot(c, c));
    expect_same(at::bmm(batch.to(kGpu), batch.mT().to(kGpu)), at::bmm(batch, batch.mT()));
    expect_same(at::mm(a.to(kGpu).slice(1, 0, 0), b.to(kGpu).slice(0, 0, 0)), at::zeros({5, 19}, type));
  }
}

// Every in-place operator of the catalogue has a GPU kernel, but an operator that a program defines may run on the
// host.
TEST_F(DeviceTensors, WhatIsWrittenByWayOfTheHostIsGivenBack) {
  const auto run = [](torch::jit::Stack& stack) {
    const at::Tensor written = stack[0].toTensor();
    const at::Tensor read = stack[1].toTensor();
    static_cast<float*>(written.data_ptr())[2] = static_cast<const float*>(read.data_ptr())[0];
    static_cast<float*>(read.data_ptr())[0] = 9;  // the kernel does not declare this write
    stack.clear();
    stack.emplace_back(written);
  };
  // The operator put.written has no GPU kernel, so run_on_device copies its tensors to the host and the written one
  // back.
  const BoxedKernel kernel{"put.written", run, /*writes=*/1};
  const at::Tensor a = mixed({4}, c10::kFloat).to(kGpu);
  at::Tensor expected = a.cpu();
  expected[2].fill_(5);
  const at::Tensor b = at::full({3}, 5.0).to(kGpu);
  torch::jit::Stack stack{a, b};
  run_on_device(kernel, stack);
  EXPECT_TRUE(stack[0].toTensor().is_same(a));
  expect_same(a, expected);
  expect_same(b, at::full({3}, 5.0));
}

TEST_F(DeviceTensors, MultiplyBatches) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16, c10::kInt, c10::kComplexFloat}) {
    const at::Tensor a = mixed({3, 18, 5}, type);
    const at::Tensor b = mixed({3, 5, 17}, type);
    const at::Tensor row = mixed({17}, type);
    const at::Tensor one = mixed({1, 5, 17}, type);
    const at::Tensor beside = mixed({18, 3, 5}, type).transpose(0, 1);
    expect_same(at::bmm(a.to(kGpu), b.to(kGpu)), at::bmm(a, b));
    expect_same(at::bmm(beside.to(kGpu), one.to(kGpu).expand({3, 5, 17})), at::bmm(beside, one.expand({3, 5, 17})));
    expect_same(at::matmul(a.to(kGpu), one.to(kGpu)), at::matmul(a, one));
    expect_same(at::baddbmm(row.to(kGpu), a.to(kGpu), b.to(kGpu), 2, 3), at::baddbmm(row, a, b, 2, 3));
    expect_same(at::baddbmm(row.to(kGpu), a.to(kGpu), b.to(kGpu), 0, 3), at::baddbmm(row, a, b, 0, 3));
    expect_same(at::addbmm(row.to(kGpu), a.to(kGpu), b.to(kGpu), 2, 3), at::addbmm(row, a, b, 2, 3));
    expect_same(mixed({3, 17, 18}, type).to(kGpu).mT().baddbmm_(a.to(kGpu), b.to(kGpu)),
                mixed({3, 17, 18}, type).mT().baddbmm_(a, b));
    // In these products, the batch, the rows or the inner dimension have size zero.
    for (const std::int64_t dim : {0, 1, 2}) {
      const at::Tensor left = a.slice(dim, 0, 0);
      const at::Tensor right = dim == 1 ? b : b.slice(dim == 0 ? 0 : 1, 0, 0);
      expect_same(at::bmm(left.to(kGpu), right.to(kGpu)), at::bmm(left, right));
      expect_same(at::baddbmm(row.to(kGpu), left.to(kGpu), right.to(kGpu), 2, 3), at::baddbmm(row, left, right, 2, 3));
    }
  }
  // The tensor that baddbmm_ writes is also a factor of the product.
  const at::Tensor square = mixed({2, 4, 4}, c10::kDouble);
  const auto squared = [](const at::Tensor& self) { return self.baddbmm_(self, self.mT()); };
  expect_same(squared(square.to(kGpu)), squared(square.clone()));
  const at::Tensor there = square.to(kGpu);
  EXPECT_THROW(at::bmm(there, square), c10::Error) << "on another device";
  EXPECT_THROW(there.baddbmm_(there, square), c10::Error);
  expect_same(there, square);
}

TEST_F(DeviceTensors, MemoryIsCountedAndGivenBack) {
  runtime().synchronize_device();
  const std::size_t before = runtime().memory().in_use;
  {
    const at::Tensor a = at::ones({1000}, at::TensorOptions().device(kGpu));
    EXPECT_EQ(runtime().memory().in_use, before + 4000);
    runtime().limit_memory(before + 5000);
    EXPECT_THROW(static_cast<void>(a + a), c10::OutOfMemoryError);
    runtime().limit_memory(0);
  }
  EXPECT_EQ(runtime().memory().in_use, before);
}

}  // namespace
}  // namespace modecheck::engine
