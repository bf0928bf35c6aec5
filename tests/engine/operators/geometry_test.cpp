// Tests whether the elements of one geometry (sizes, strides and offset) contain those of another. Above a certain size
// the engine does not compare the elements one by one.

#include "engine/autograd/graph/geometry.h"

#include <gtest/gtest.h>

#include <vector>

namespace modecheck::engine {
namespace {

Geometry places(std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides, std::int64_t offset = 0) {
  return Geometry(c10::IntArrayRef(sizes), c10::IntArrayRef(strides), offset);
}

TEST(Geometry, ContainsWhatItNames) {
  const Geometry even = places({4}, {2});
  EXPECT_TRUE(even.contains(places({2}, {4}, 2)));
  EXPECT_TRUE(even.contains(places({2, 3}, {6, 0})));
  EXPECT_TRUE(even.contains(places({0}, {1}, 100)));
  EXPECT_FALSE(even.contains(places({2}, {1})));
  EXPECT_FALSE(even.contains(places({5}, {2})));
  EXPECT_FALSE(places({4}, {2}, 2).contains(places({1}, {1})));
}

// The engine compares the elements of two geometries one by one if both have at most 65,536 elements. The containing
// geometry must also span at most 65,536 positions. Beyond these limits, a geometry with gaps counts as not containing
// any element of another.
TEST(Geometry, LargeOnesWithGapsAreNotCompared) {
  const Geometry one = places({1}, {1});
  EXPECT_TRUE(places({65536}, {0}).contains(one));
  EXPECT_FALSE(places({65537}, {0}).contains(one));
  EXPECT_TRUE(places({2}, {65535}).contains(one));
  EXPECT_FALSE(places({2}, {65536}).contains(one));
  const Geometry two = places({2}, {2});
  EXPECT_TRUE(two.contains(places({65536}, {0})));
  EXPECT_FALSE(two.contains(places({65537}, {0})));
  EXPECT_TRUE(places({100000}, {1}).contains(one));
}

}  // namespace
}  // namespace modecheck::engine
