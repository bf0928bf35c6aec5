// Windows that slide over an image: numbers so large that what is made of them is none.
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

}  // namespace modecheck::engine
