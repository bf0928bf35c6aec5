// Tests convolution and pooling windows: sizes so large that their product overflows, and the layout of gradients.
#include "tests/engine/support.h"

namespace modecheck::engine {

// The size of this kernel, 2^32 * 2^32, overflows to 0 in 64 bits. libtorch 1.13.1 divides by that product.
TEST(Windows, Col2imRejectsAKernelWhoseElementsCannotBeCounted) {
  constexpr std::int64_t wide = std::int64_t{1} << 32;
  EXPECT_EQ(rejected([&] {
              at::col2im(at::ones({4, 4}), {4, 4}, {wide, wide}, {1, 1}, {0, 0}, {1, 1});
            }),
            ErrorClass::Argument);
}

// The number of output elements, 274177 * 67280421310721, overflows to 1 in 64 bits.
TEST(Windows, Col2imRejectsPlacesThatCannotBeCounted) {
  EXPECT_EQ(rejected([] {
              at::col2im(at::ones({1, 1}), {274177, 67280421310721}, {1, 1}, {1, 1}, {0, 0}, {1, 1});
            }),
            ErrorClass::Shape);
}

// The backward of a pool is linear in the gradient that arrives, so the backward of the backward is the pool again. The
// test compares it with finite differences.
TEST(Windows, GradientsOfPoolsHaveDerivatives) {
  using Pool = std::function<Tensor(const Tensor&)>;
  const auto check = [](const char* name, const Tensor& image, const Pool& pool) {
    const Tensor x = image.detach().set_requires_grad(true);
    const Tensor along = at::arange(image.numel(), at::kDouble).mul(0.37).sin().view(image.sizes());
    const Tensor y = pool(x);
    const Tensor arriving = at::ones(y.sizes(), at::kDouble).set_requires_grad(true);
    const Tensor back = torch::autograd::grad({y}, {x}, {arriving}, true, true)[0];
    const Tensor second = torch::autograd::grad({back.mul(along).sum()}, {arriving})[0];
    const Tensor step = along.mul(1e-6);
    const Tensor differences = pool(image.add(step)).sub(pool(image.sub(step))).mul(5e5);
    EXPECT_TRUE(at::allclose(second, differences, 1e-5, 1e-6)) << name << "\n" << second << differences;
  };
  // All elements of the image differ, so that max pooling has no ties.
  const Tensor image = at::arange(2 * 5 * 7, at::kDouble).mul(1.7).sin().view({1, 2, 5, 7});
  const Tensor volume = at::arange(2 * 4 * 3 * 5, at::kDouble).mul(1.7).sin().view({2, 4, 3, 5});
  for (const bool with_padding : {false, true})
    for (const bool up : {false, true}) {
      check("avg_pool2d", image, [&](const Tensor& a) {
        return at::avg_pool2d(a, {3, 2}, {2, 2}, {1, 1}, up, with_padding);
      });
      check("avg_pool3d", volume, [&](const Tensor& a) {
        return at::avg_pool3d(a, {3, 2, 2}, {2, 2, 1}, {1, 1, 0}, up, with_padding);
      });
    }
  check("avg_pool2d by a number", image, [](const Tensor& a) {
    return at::avg_pool2d(a, {2, 2}, {1, 2}, {0, 0}, false, true, 3);
  });
  check("max_pool2d", image, [](const Tensor& a) { return at::max_pool2d(a, {3, 2}, {2, 2}, {1, 1}); });
  check("max_pool3d", volume, [](const Tensor& a) { return at::max_pool3d(a, {3, 2, 2}, {2, 1, 1}, {1, 1, 0}); });
}

// If the image of a pool is channels-last, its gradient is channels-last, whatever the layout of the gradient that
// arrives.
TEST(Windows, GradientsOfChannelsLastImagesLieSo) {
  using Pool = std::function<Tensor(const Tensor&)>;
  const Pool pools[] = {[](const Tensor& a) { return at::max_pool2d(a, 2); },
                        [](const Tensor& a) { return at::avg_pool2d(a, 2); },
                        [](const Tensor& a) {
                          return at::adaptive_avg_pool2d(a, {3, 2});
                        }};
  for (const Pool& pool : pools)
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
      const Tensor rows = at::arange(96).to(type).reshape({2, 3, 4, 4}).set_requires_grad(true);
      const Tensor last = rows.detach().contiguous(at::MemoryFormat::ChannelsLast).set_requires_grad(true);
      const Tensor from_rows = pool(rows);
      const Tensor from_last = pool(last);
      const Tensor arriving = at::arange(from_rows.numel()).to(type).reshape(from_rows.sizes());
      const Tensor of_rows = torch::autograd::grad({from_rows}, {rows}, {arriving})[0];
      const Tensor of_last = torch::autograd::grad({from_last}, {last}, {arriving})[0];
      EXPECT_EQ(of_rows.strides().vec(), rows.strides().vec());
      EXPECT_EQ(of_last.strides().vec(), last.strides().vec());
      EXPECT_EQ(values(of_last), values(of_rows));
    }
}

}  // namespace modecheck::engine
