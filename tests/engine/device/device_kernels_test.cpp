// Compares the device's kernels and derivatives with those of the CPU: for network layers, indices and masks, losses,
// norms, distances, matrices and spectra.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceKernels : public DeviceTest {};

using Tensors = std::vector<at::Tensor>;
using TensorsCall = std::function<at::Tensor(const Tensors&)>;

// Expects that the call gives the same result on both devices, and the same derivatives for all floating-point
// arguments.
void expect_alike(const Tensors& arguments, const TensorsCall& call) {
  const auto leaves = [&](c10::Device device) {
    Tensors out;
    for (const at::Tensor& argument : arguments) {
      at::Tensor leaf = argument.to(device).clone();
      if (c10::isFloatingType(leaf.scalar_type())) leaf.requires_grad_(true);
      out.push_back(leaf);
    }
    return out;
  };
  const Tensors here = leaves(c10::kCPU);
  const Tensors there = leaves(kGpu);
  const at::Tensor wanted = call(here);
  const at::Tensor got = call(there);
  expect_close(got.detach(), wanted.detach());
  if (!wanted.requires_grad()) return;
  const at::Tensor weights = mixed(wanted.sizes(), wanted.scalar_type()).mul(0.01).add(0.5);
  wanted.backward(weights);
  got.backward(weights.to(kGpu));
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (!here[i].grad().defined()) continue;
    EXPECT_TRUE(at::allclose(there[i].grad().cpu(), here[i].grad(), 1e-4, 1e-6, /*equal_nan=*/true))
        << "argument " << i << ": " << there[i].grad().cpu() << "\ninstead of\n"
        << here[i].grad();
  }
}

// Returns distinct numbers around zero.
at::Tensor near_zero(at::IntArrayRef sizes, c10::ScalarType type = c10::kDouble) {
  return mixed(sizes, type).mul(0.004);
}

TEST_F(DeviceKernels, Convolve) {
  const c10::optional<at::Tensor> none;
  for (const bool transposed : {false, true}) {
    const std::vector<std::int64_t> more(2, transposed ? 1 : 0);
    expect_alike({near_zero({2, 4, 6, 5}), near_zero({4, transposed ? 3 : 2, 3, 2}), near_zero({transposed ? 6 : 4})},
                 [&](const Tensors& t) {
                   return at::convolution(t[0], t[1], t[2], {2, 1}, {1, 0}, {1, 2}, transposed,
                                          std::vector<std::int64_t>{transposed ? 1 : 0, 0}, 2);
                 });
    expect_alike({near_zero({2, 3, 7}, c10::kFloat), near_zero({3, 3, 2}, c10::kFloat)}, [&](const Tensors& t) {
      return at::convolution(t[0], t[1], none, {2}, {1}, {1}, transposed, {0}, 1);
    });
    expect_alike({near_zero({1, 2, 3, 4, 3}), near_zero({2, 2, 2, 1, 2})}, [&](const Tensors& t) {
      return at::convolution(t[0], t[1], none, {1}, {0}, {1}, transposed, {0}, 1);
    });
    // The weight of this convolution has height and width one, and the image is in channels-last order.
    expect_alike({near_zero({2, 3, 2, 4}).permute({0, 3, 1, 2}), near_zero({4, 4, 1, 1})}, [&](const Tensors& t) {
      return at::convolution(t[0], t[1], none, {1}, {0}, {1}, transposed, {0}, 1);
    });
  }
}

TEST_F(DeviceKernels, Pool) {
  for (const bool up : {false, true}) {
    expect_alike({near_zero({2, 3, 5, 6})}, [&](const Tensors& t) {
      return std::get<0>(at::max_pool2d_with_indices(t[0], {3, 2}, {2, 1}, {1, 1}, {1, 2}, up));
    });
    expect_alike({near_zero({2, 3, 5, 6})}, [&](const Tensors& t) {
      return at::avg_pool2d(t[0], {3, 2}, {2, 3}, {1, 1}, up, up, c10::nullopt);
    });
    expect_alike({near_zero({2, 3, 5, 4}, c10::kFloat)}, [&](const Tensors& t) {
      return at::avg_pool3d(t[0], {2, 2, 3}, {1}, {1, 0, 1}, up, true,
                            up ? c10::optional<std::int64_t>(5) : c10::nullopt);
    });
    expect_alike({near_zero({2, 2, 3, 4, 5})}, [&](const Tensors& t) {
      return std::get<0>(at::max_pool3d_with_indices(t[0], {2, 3, 2}, {1, 2, 2}, {1, 1, 0}, {1}, up));
    });
  }
  for (const std::int64_t to : {1, 3, 7})
    expect_alike({near_zero({2, 3, 5, 4})}, [&](const Tensors& t) { return at::_adaptive_avg_pool2d(t[0], {to, 2}); });
  expect_alike({near_zero({2, 3, 4, 5})}, [](const Tensors& t) { return at::_adaptive_avg_pool3d(t[0], {2, 3, 4}); });
  const at::Tensor whole = mixed({1, 2, 5, 5}, c10::kLong);
  expect_same(at::avg_pool2d(whole.to(kGpu), {2, 2}, {2, 2}, {1, 1}, true, false, -1),
              at::avg_pool2d(whole, {2, 2}, {2, 2}, {1, 1}, true, false, -1));
  at::Tensor with_nan = near_zero({1, 1, 4, 4});
  with_nan.select(2, 1).fill_(std::nan(""));
  const auto [values, places] = at::max_pool2d_with_indices(with_nan.to(kGpu), {2, 2}, {1, 1});
  const auto [wanted, wanted_places] = at::max_pool2d_with_indices(with_nan, {2, 2}, {1, 1});
  expect_close(values, wanted);
  expect_same(places, wanted_places);
  expect_alike({near_zero({2, 3 * 6, 8})}, [](const Tensors& t) {
    return at::col2im(t[0], {5, 4}, {2, 3}, {1, 1}, {0, 1}, {1, 2});
  });
}

TEST_F(DeviceKernels, IndexByTensors) {
  const at::Tensor a = near_zero({3, 4, 2, 5});
  const at::Tensor rows = at::tensor({2, -1, 0, 2}).to(c10::kLong);
  const at::Tensor columns = at::tensor({1, 3}).to(c10::kLong).reshape({2, 1});
  const at::Tensor mask = mixed({4, 2}, c10::kLong).remainder(2).eq(0);
  using Indices = c10::List<c10::optional<at::Tensor>>;
  const std::vector<std::function<Indices(const Tensors&)>> ways{
      [](const Tensors& t) { return Indices{t[1]}; },
      [](const Tensors& t) {
        return Indices{t[1], t[2]};
      },
      [](const Tensors& t) {
        return Indices{c10::nullopt, t[2], c10::nullopt, t[1].add(1)};
      },
      [](const Tensors& t) {
        return Indices{c10::nullopt, t[3]};
      },
      [](const Tensors& /*t*/) {
        return Indices{c10::nullopt, c10::nullopt};
      },
      [](const Tensors& t) { return Indices{t[1].slice(0, 0, 0)}; },
  };
  for (const auto& way : ways) {
    expect_alike({a, rows, columns, mask}, [&](const Tensors& t) { return t[0].index(way(t)); });
    const at::Tensor picked = a.index(way({a, rows, columns, mask}));
    for (const bool accumulate : {false, true})
      // Indices may repeat. Without accumulate the later value stays; with accumulate the values are added.
      expect_alike({a, rows, columns, mask, mixed(picked.sizes(), c10::kDouble)}, [&](const Tensors& t) {
        return t[0].index_put(way(t), accumulate ? t[4] : t[4].detach(), accumulate);
      });
  }
  for (const c10::ScalarType type : {c10::kBool, c10::kHalf, c10::kByte, c10::kComplexFloat}) {
    const at::Tensor b = mixed({4, 3}, type);
    const at::Tensor there = b.t().to(kGpu);
    expect_same(there.index({rows.remainder(3).to(kGpu)}), b.t().index({rows.remainder(3)}));
    expect_same(there.index_put({c10::nullopt, rows.to(kGpu)}, there.select(1, 0).unsqueeze(1), true),
                b.t().index_put({c10::nullopt, rows}, b.t().select(1, 0).unsqueeze(1), true));
  }
}

TEST_F(DeviceKernels, ChooseByMask) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kBFloat16, c10::kLong, c10::kBool, c10::kComplexDouble}) {
    const at::Tensor a = mixed({4, 70, 3}, type).transpose(0, 2);
    const at::Tensor mask = mixed({70, 4}, c10::kLong).remainder(3).eq(0);
    const at::Tensor source = mixed({900}, type);
    expect_same(at::nonzero(a.to(kGpu)), at::nonzero(a));
    expect_same(at::masked_select(a.to(kGpu), mask.to(kGpu)), at::masked_select(a, mask));
    expect_same(a.to(kGpu).masked_scatter(mask.to(kGpu), source.to(kGpu)), a.masked_scatter(mask, source));
    expect_same(a.to(kGpu).clone().masked_scatter_(mask.to(kGpu), source.to(kGpu)),
                a.clone().masked_scatter_(mask, source));
    const at::Tensor places = mixed({3, 5}, c10::kLong).remainder(840).sub(420);
    expect_same(at::take(a.to(kGpu), places.to(kGpu)), at::take(a, places));
  }
  // Several blocks of threads look at these masks. A slice that begins at an odd byte is read byte by byte.
  for (const std::int64_t size : {4096, 4097, 30001})
    for (const std::int64_t first : {0, 1}) {
      const at::Tensor mask = mixed({size + first}, c10::kLong).remainder(3).eq(0).slice(0, first);
      expect_same(at::nonzero(mask.to(kGpu)), at::nonzero(mask));
      const at::Tensor there = mixed({size + first}, c10::kLong).remainder(3).eq(0).to(kGpu).slice(0, first);
      expect_same(at::nonzero(there), at::nonzero(mask));
      expect_same(at::nonzero(there.to(c10::kChar)), at::nonzero(mask));
      expect_same(at::nonzero(there.to(c10::kFloat)), at::nonzero(mask));
      const at::Tensor all = at::ones({size}, c10::kByte);
      expect_same(at::nonzero(all.to(kGpu)), at::nonzero(all));
    }
  expect_alike({near_zero({3, 4}), near_zero({3, 4}), mixed({3, 4}, c10::kLong).gt(0)},
               [](const Tensors& t) { return t[0].masked_scatter(t[2], t[1]); });
  expect_alike({near_zero({3, 4}), mixed({3, 4}, c10::kLong).gt(0)},
               [](const Tensors& t) { return at::masked_select(t[0], t[1]); });
  EXPECT_EQ(at::nonzero(at::zeros({3, 0}).to(kGpu)).sizes(), at::IntArrayRef({0, 2}));
  EXPECT_EQ(at::nonzero(at::ones({}).to(kGpu)).sizes(), at::IntArrayRef({1, 0}));
}

// The device rejects a wrong index or mask before it writes anything (rule E1).
TEST_F(DeviceKernels, WriteNothingForWhatIsOutOfRange) {
  const at::Tensor a = near_zero({3, 4});
  const at::Tensor there = a.to(kGpu);
  const at::Tensor wrong = at::tensor({0, 3}).to(c10::kLong).to(kGpu);
  EXPECT_THROW(static_cast<void>(there.index({wrong})), c10::IndexError);
  EXPECT_THROW(there.index_put_({wrong}, there.slice(0, 0, 2).clone()), c10::IndexError);
  EXPECT_THROW(static_cast<void>(at::take(there, wrong.add(10))), c10::IndexError);
  EXPECT_THROW(there.masked_scatter_(at::full({3, 4}, 2, c10::kByte).to(kGpu), there.clone()), c10::Error);
  EXPECT_THROW(there.masked_scatter_(at::ones({3, 4}, c10::kBool).to(kGpu), there.clone().slice(0, 0, 1)), c10::Error);
  EXPECT_THROW(static_cast<void>(at::binary_cross_entropy(there.add(9), there)), c10::Error);
  EXPECT_THROW(static_cast<void>(at::nll_loss_forward(there, at::full({3}, 4, c10::kLong).to(kGpu), {}, 1, -100)),
               c10::IndexError);
  expect_same(there, a);
}

TEST_F(DeviceKernels, TakeTogetherByIndex) {
  const at::Tensor places = mixed({4, 5, 2}, c10::kLong).remainder(3);
  for (const char* const how : {"sum", "prod", "mean", "amax", "amin"})
    for (const bool include_self : {false, true}) {
      for (const c10::ScalarType type : {c10::kDouble, c10::kBFloat16, c10::kLong}) {
        const at::Tensor a = mixed({4, 3, 2}, type);
        const at::Tensor source = mixed({4, 5, 2}, type).add(3);
        expect_same(a.to(kGpu).scatter_reduce(1, places.to(kGpu), source.to(kGpu), how, include_self),
                    a.scatter_reduce(1, places, source, how, include_self));
      }
      expect_alike({near_zero({4, 3, 2}), near_zero({4, 5, 2}).add(1), places},
                   [&](const Tensors& t) { return at::scatter_reduce(t[0], 1, t[2], t[1], how, include_self); });
    }
}

TEST_F(DeviceKernels, LookForPlaces) {
  const at::Tensor rows = std::get<0>(mixed({3, 40}, c10::kFloat).sort());
  const at::Tensor order = std::get<1>(mixed({3, 40}, c10::kFloat).sort());
  at::Tensor values = mixed({3, 7}, c10::kFloat);
  values.select(1, 2).fill_(std::nan(""));
  for (const bool right : {false, true}) {
    expect_same(at::searchsorted(rows.to(kGpu), values.to(kGpu), right, right),
                at::searchsorted(rows, values, right, right));
    expect_same(at::searchsorted(mixed({3, 40}, c10::kFloat).to(kGpu), values.to(kGpu), false, right, c10::nullopt,
                                 order.to(kGpu)),
                at::searchsorted(mixed({3, 40}, c10::kFloat), values, false, right, c10::nullopt, order));
    expect_same(at::bucketize(values.to(kGpu), rows.select(0, 1).to(kGpu), false, right),
                at::bucketize(values, rows.select(0, 1), false, right));
  }
  EXPECT_THROW(static_cast<void>(at::searchsorted(rows.to(kGpu), values.to(kGpu), false, false, c10::nullopt,
                                                  order.add(40).to(kGpu))),
               c10::IndexError);
  for (const c10::ScalarType type : {c10::kFloat, c10::kInt, c10::kBool}) {
    at::Tensor many = mixed({5, 9}, c10::kLong).remainder(4).to(type);
    if (type == c10::kFloat) many.select(0, 1).fill_(std::nan(""));
    const auto [kinds, inverse, counts] = at::_unique2(many.to(kGpu), true, true, true);
    const auto [wanted, wanted_inverse, wanted_counts] = at::_unique2(many, true, true, true);
    expect_close(kinds, wanted);
    expect_same(inverse, wanted_inverse);
    expect_same(counts, wanted_counts);
  }
  EXPECT_EQ(std::get<0>(at::_unique2(at::ones({0}).to(kGpu))).numel(), 0);
}

// These rows are longer than one thread sorts. They contain many ties, NaNs, and zeros of both signs.
void expect_sorted_rows(std::int64_t size) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kBFloat16, c10::kLong, c10::kChar, c10::kDouble}) {
    at::Tensor a = mixed({2, size, 3}, c10::kLong).remainder(97).sub(48).to(type);
    if (c10::isFloatingType(type)) {
      a.select(1, 0).neg_();
      a.select(2, 1).mul_(-0.0);
      a.select(0, 1).select(0, 7).fill_(std::nan(""));
      a.select(0, 1).select(0, size - 100).fill_(std::nan(""));
      a.select(0, 0).select(0, 9).fill_(std::numeric_limits<double>::infinity());
    }
    const at::Tensor there = a.to(kGpu);
    for (const bool descending : {false, true}) {
      const auto [values, places] = there.sort(true, 1, descending);
      const auto [wanted, wanted_places] = a.sort(true, 1, descending);
      expect_close(values.to(c10::kDouble), wanted.to(c10::kDouble));
      expect_same(places, wanted_places);
      expect_close(std::get<0>(there.topk(5, 1, descending)).to(c10::kDouble),
                   std::get<0>(a.topk(5, 1, descending)).to(c10::kDouble));
    }
    expect_same(std::get<1>(there.max(1)), std::get<1>(a.max(1)));
    expect_same(std::get<1>(there.min(1)), std::get<1>(a.min(1)));
    expect_close(std::get<0>(there.median(1)).to(c10::kDouble), std::get<0>(a.median(1)).to(c10::kDouble));
    expect_close(std::get<0>(there.kthvalue(size - 90, 1)).to(c10::kDouble),
                 std::get<0>(a.kthvalue(size - 90, 1)).to(c10::kDouble));
  }
}

TEST_F(DeviceKernels, SortLongRows) { expect_sorted_rows(4500); }

// One block of threads sorts each of these rows.
TEST_F(DeviceKernels, SortRowsOfABlock) {
  for (const std::int64_t size : {150, 512, 1500, 4096}) expect_sorted_rows(size);
}

TEST_F(DeviceKernels, Lose) {
  const Tensors pair{near_zero({3, 4}), near_zero({3, 4}).sin()};
  for (const std::int64_t reduction : {0, 1, 2}) {
    expect_alike(pair, [&](const Tensors& t) { return at::mse_loss(t[0], t[1], reduction); });
    expect_alike(pair, [&](const Tensors& t) { return at::smooth_l1_loss(t[0], t[1], reduction, 0.5); });
    expect_alike(pair, [&](const Tensors& t) { return at::huber_loss(t[0], t[1], reduction, 0.5); });
    expect_alike(
        {near_zero({3, 4}).sigmoid(), near_zero({3, 4}).cos().abs(), near_zero({4}).abs()},
        [&](const Tensors& t) { return at::binary_cross_entropy(t[0], t[1].detach(), t[2].detach(), reduction); });
    const at::Tensor classes = at::tensor({1, 3, 2, 0, 3}).to(c10::kLong);
    for (const bool weighted : {false, true})
      expect_alike({near_zero({5, 4}), classes, near_zero({4}).abs()}, [&](const Tensors& t) {
        return std::get<0>(at::nll_loss_forward(
            t[0], t[1], weighted ? c10::optional<at::Tensor>(t[2].detach()) : c10::nullopt, reduction, 3));
      });
  }
  expect_close(
      std::get<0>(at::nll_loss_forward(near_zero({4}).to(kGpu), at::full({}, 2, c10::kLong).to(kGpu), {}, 1, -100)),
      std::get<0>(at::nll_loss_forward(near_zero({4}), at::full({}, 2, c10::kLong), {}, 1, -100)));
}

TEST_F(DeviceKernels, MeasureNormsAndDistances) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double order : {0.0, 1.0, 2.0, 3.0, 0.5, infinity, -infinity}) {
    for (const c10::ScalarType type : {c10::kFloat, c10::kBFloat16, c10::kDouble, c10::kComplexFloat}) {
      const at::Tensor a = mixed({3, 4, 5}, type).transpose(0, 1);
      for (const std::vector<std::int64_t>& dims : std::vector<std::vector<std::int64_t>>{{0}, {1, 2}, {0, 1, 2}})
        expect_close(at::linalg_vector_norm(a.to(kGpu), order, dims), at::linalg_vector_norm(a, order, dims));
      expect_close(at::norm(a.to(kGpu), order), at::norm(a, order));
    }
    at::Tensor with_nan = near_zero({3, 4});
    with_nan.select(0, 1).select(0, 2).fill_(std::nan(""));
    expect_close(at::linalg_vector_norm(with_nan.to(kGpu), order, 1), at::linalg_vector_norm(with_nan, order, 1));
    if (order < 0) continue;
    expect_alike({near_zero({2, 3, 4}), near_zero({1, 5, 4}).add(0.1)},
                 [&](const Tensors& t) { return at::_cdist_forward(t[0], t[1], order, c10::nullopt); });
    expect_alike({near_zero({5, 3})}, [&](const Tensors& t) { return at::_pdist_forward(t[0], order); });
  }
  expect_close(at::norm(at::zeros({0}).to(kGpu)), at::norm(at::zeros({0})));
}

TEST_F(DeviceKernels, ResampleImages) {
  const at::Tensor images = near_zero({2, 3, 4, 5});
  for (const std::vector<double>& scales : std::vector<std::vector<double>>{{2.5, 0.5}, {1, 3}}) {
    const c10::optional<c10::ArrayRef<double>> factors = c10::ArrayRef<double>(scales);
    expect_alike({images}, [&](const Tensors& t) { return at::upsample_nearest2d(t[0], c10::nullopt, factors); });
    expect_alike({images},
                 [&](const Tensors& t) { return at::upsample_bilinear2d(t[0], c10::nullopt, false, factors); });
  }
  const std::vector<std::int64_t> sizes{7, 3};
  for (const bool aligned : {false, true}) {
    expect_alike({images.to(c10::kFloat)}, [&](const Tensors& t) {
      return at::upsample_bilinear2d(t[0], at::IntArrayRef(sizes), aligned, c10::nullopt);
    });
    for (const std::int64_t mode : {0, 1, 2})
      for (const std::int64_t padding : {0, 1, 2})
        expect_alike({images, near_zero({2, 3, 2, 2}).mul(0.7)},
                     [&](const Tensors& t) { return at::grid_sampler_2d(t[0], t[1], mode, padding, aligned); });
  }
  expect_same(at::upsample_nearest2d(images.to(c10::kBFloat16).to(kGpu), at::IntArrayRef(sizes), c10::nullopt),
              at::upsample_nearest2d(images.to(c10::kBFloat16), at::IntArrayRef(sizes), c10::nullopt));
}

TEST_F(DeviceKernels, ComputeElements) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble}) {
    const at::Tensor a = near_zero({3, 5}, type);
    expect_alike({a}, [](const Tensors& t) { return at::threshold(t[0], 0.1, 7); });
    expect_alike({a}, [](const Tensors& t) { return at::celu(t[0], 0.7); });
    expect_alike({a.sigmoid()}, [](const Tensors& t) { return at::logit(t[0]); });
    expect_alike({a}, [](const Tensors& t) { return at::softshrink(t[0], 0.3); });
    expect_alike({a}, [](const Tensors& t) { return at::logcumsumexp(t[0], 1); });
    expect_alike({a}, [](const Tensors& t) { return at::roll(t[0], {2, -1}, {0, 1}); });
    expect_alike({a}, [](const Tensors& t) { return at::roll(t[0], 4); });
    expect_alike({a}, [](const Tensors& t) { return at::diag_embed(t[0], 1, 0, 2); });
    expect_alike({a}, [](const Tensors& t) { return at::trace(t[0]); });
    expect_same(a.to(kGpu).sgn(), a.sgn());
  }
  const at::Tensor z = at::complex(near_zero({4}), near_zero({4}).cos());
  expect_close(z.to(kGpu).sgn(), z.sgn());
}

TEST_F(DeviceKernels, CollectBags) {
  const at::Tensor table = near_zero({6, 3});
  const at::Tensor indices = at::tensor({2, 0, 5, 5, 1, 3}).to(c10::kLong);
  const at::Tensor begins = at::tensor({0, 2, 2, 5}).to(c10::kLong);
  for (const std::int64_t mode : {0, 1, 2}) {
    for (const std::int64_t padding : {-1, 5})
      expect_alike({table, indices, begins}, [&](const Tensors& t) {
        return std::get<0>(at::embedding_bag(t[0], t[1], t[2], false, mode, false, {}, false, padding));
      });
    const auto there = at::embedding_bag(table.to(kGpu), indices.to(kGpu), begins.to(kGpu), false, mode);
    const auto here = at::embedding_bag(table, indices, begins, false, mode);
    expect_same(std::get<1>(there), std::get<1>(here));
    expect_same(std::get<2>(there), std::get<2>(here));
    expect_same(std::get<3>(there), std::get<3>(here));
  }
  expect_alike({table, indices.to(c10::kInt), begins.to(c10::kInt), near_zero({6})}, [&](const Tensors& t) {
    return std::get<0>(at::embedding_bag(t[0], t[1], t[2], false, 0, false, t[3]));
  });
}

TEST_F(DeviceKernels, FactoriseMatrices) {
  const at::Tensor a = near_zero({2, 4, 4}).sin().add(at::eye(4, c10::kDouble).mul(2));
  const at::Tensor definite = a.matmul(a.mT()).add(at::eye(4, c10::kDouble));
  const at::Tensor sides = near_zero({2, 4, 3});
  expect_alike({a}, [](const Tensors& t) { return std::get<0>(at::linalg_inv_ex(t[0])); });
  expect_alike({a}, [](const Tensors& t) { return std::get<0>(at::_linalg_det(t[0])); });
  expect_alike({a.mT()}, [](const Tensors& t) { return std::get<1>(at::_linalg_slogdet(t[0])); });
  for (const bool flag : {false, true}) {
    expect_alike({definite}, [&](const Tensors& t) { return std::get<0>(at::linalg_cholesky_ex(t[0], flag)); });
    for (const bool left : {false, true}) {
      expect_alike({a, left ? sides : sides.mT()},
                   [&](const Tensors& t) { return at::linalg_solve_triangular(t[0], t[1], flag, left, false); });
      expect_alike({a, left ? sides : sides.mT()},
                   [&](const Tensors& t) { return at::linalg_solve(t[0], t[1], left); });
    }
  }
  expect_alike({a.select(0, 0), sides}, [](const Tensors& t) { return at::linalg_solve(t[0], t[1]); });
  expect_alike({at::zeros({2, 2})}, [](const Tensors& t) { return std::get<0>(at::_linalg_det(t[0])); });
  expect_close(std::get<0>(at::_linalg_det(at::zeros({3, 0, 0}).to(kGpu))),
               std::get<0>(at::_linalg_det(at::zeros({3, 0, 0}))));
  const at::Tensor singular = at::ones({2, 2}).to(kGpu);
  EXPECT_THROW(static_cast<void>(at::linalg_inv_ex(singular, true)), c10::LinAlgError);
  EXPECT_EQ(std::get<1>(at::linalg_inv_ex(singular)).item<int>(), 2);
}

// One block of threads factorises each of these matrices. The last ones do not fit the shared memory of the block.
TEST_F(DeviceKernels, FactoriseLargerMatrices) {
  for (const std::int64_t n : {9, 33, 64, 90, 120}) {
    const at::Tensor a = near_zero({2, n, n}).sin().add(at::eye(n, c10::kDouble).mul(0.5));
    const at::Tensor sides = near_zero({2, n, 40});
    expect_close(std::get<0>(at::linalg_inv_ex(a.to(kGpu))), std::get<0>(at::linalg_inv_ex(a)));
    expect_close(at::linalg_solve(a.to(kGpu), sides.to(kGpu)), at::linalg_solve(a, sides));
    expect_close(std::get<1>(at::_linalg_slogdet(a.to(kGpu))), std::get<1>(at::_linalg_slogdet(a)));
    at::Tensor singular = a.clone();
    singular.select(2, 5).zero_();
    expect_same(std::get<1>(at::linalg_inv_ex(singular.to(kGpu))), std::get<1>(at::linalg_inv_ex(singular)));
  }
}

// A block of threads transforms each line whose length is a power of two.
TEST_F(DeviceKernels, TransformLinesOfPowersOfTwo) {
  for (const std::int64_t length : {4, 8, 64, 1024, 4096}) {
    const at::Tensor a = mixed({2, length, 3}, c10::kDouble).div(500);
    const at::Tensor z = at::complex(a, a.cos());
    const auto expect_alike_spectra = [](const at::Tensor& there, const at::Tensor& here) {
      EXPECT_TRUE(at::allclose(there.cpu(), here, 1e-9, 1e-9)) << here.sizes();
    };
    for (const bool forward : {false, true})
      expect_alike_spectra(at::_fft_c2c(z.to(kGpu), {1}, 1, forward), at::_fft_c2c(z, {1}, 1, forward));
    for (const bool onesided : {false, true})
      expect_alike_spectra(at::_fft_r2c(a.to(kGpu), {1}, 0, onesided), at::_fft_r2c(a, {1}, 0, onesided));
    const auto narrow = [](const at::Tensor& there, const at::Tensor& here) {
      EXPECT_EQ(there.scalar_type(), here.scalar_type());
      EXPECT_TRUE(at::allclose(there.cpu(), here, 1e-5, 1e-5)) << here.sizes();
    };
    const at::Tensor f = a.to(c10::kFloat).transpose(1, 2);
    const at::Tensor c = z.to(c10::kComplexFloat);
    narrow(at::_fft_r2c(f.to(kGpu), {2}, 1, true), at::_fft_r2c(f, {2}, 1, true));
    narrow(at::_fft_c2c(c.to(kGpu), {1}, 1, true), at::_fft_c2c(c, {1}, 1, true));
    narrow(at::_fft_c2r(c.narrow(1, 0, length / 2 + 1).to(kGpu), {1}, 1, length),
           at::_fft_c2r(c.narrow(1, 0, length / 2 + 1), {1}, 1, length));
    expect_alike_spectra(at::_fft_c2r(z.to(kGpu), {1}, 2, 2 * (length - 1)), at::_fft_c2r(z, {1}, 2, 2 * (length - 1)));
  }
}

TEST_F(DeviceKernels, TransformToSpectra) {
  const at::Tensor a = near_zero({3, 6, 5});
  const at::Tensor z = at::complex(a, a.cos());
  for (const std::int64_t normalization : {0, 1, 2}) {
    const std::vector<std::int64_t> dims{0, 2};
    for (const bool flag : {false, true}) {
      expect_close(at::_fft_r2c(a.to(kGpu), dims, normalization, flag), at::_fft_r2c(a, dims, normalization, flag));
      expect_close(at::_fft_c2c(z.to(kGpu), dims, normalization, flag), at::_fft_c2c(z, dims, normalization, flag));
    }
    for (const std::int64_t size : {8, 9})
      expect_close(at::_fft_c2r(z.to(kGpu), dims, normalization, size), at::_fft_c2r(z, dims, normalization, size));
  }
  expect_close(at::_fft_r2c(a.to(c10::kFloat).to(kGpu), {1}, 0, true), at::_fft_r2c(a.to(c10::kFloat), {1}, 0, true));
}

}  // namespace
}  // namespace modecheck::engine
