// Windows that slide over an image: numbers so large that what is made of them is none, and how gradients lie.
#include "support.h"

namespace modecheck::engine {

// 2^32 * 2^32 is 0 in 64 bits. libtorch 1.13.1 divides by it.
TEST(Windows, Col2imRejectsAKernelWhoseElementsCannotBeCounted) {
  constexpr std::int64_t wide = std::int64_t{1} << 32;
  EXPECT_EQ(rejected([&] {
              at::col2im(at::ones({4, 4}), {4, 4}, {wide, wide}, {1, 1}, {0, 0}, {1, 1});
            }),
            ErrorClass::Argument);
}

// 274177 * 67280421310721 is 1 in 64 bits.
TEST(Windows, Col2imRejectsPlacesThatCannotBeCounted) {
  EXPECT_EQ(rejected([] {
              at::col2im(at::ones({1, 1}), {274177, 67280421310721}, {1, 1}, {1, 1}, {0, 0}, {1, 1});
            }),
            ErrorClass::Shape);
}

// As the image does, whatever the layout of the gradient that arrives.
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
