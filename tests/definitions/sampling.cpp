// Computes grid_sampler position by position, by interpolating between elements of images, and compares the engine with
// the results.
#include <algorithm>
#include <cmath>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

enum Interpolation : std::int64_t { kLinear, kNearest, kCubic };
enum Padding : std::int64_t { kZeros, kBorder, kReflection };

// Describes one dimension of an image.
struct Axis {
  std::int64_t size;
  std::int64_t padding;
  bool corners;  // align_corners: the positions -1 and 1 are the centres of the outer elements, not their outer edges

  double unnormalized(double x) const {
    const auto n = static_cast<double>(size);
    return corners ? (x + 1) / 2 * (n - 1) : ((x + 1) * n - 1) / 2;
  }
  // Maps a position outside the image into the image, unless zeros pad the image.
  double inside(double x) const {
    const double last = static_cast<double>(size) - 1;
    if (padding == kZeros) return x;
    if (padding == kReflection) {
      const double low = corners ? 0 : -0.5;
      const double high = corners ? last : last + 0.5;
      if (low == high) return 0;
      while (x < low || x > high) x = x < low ? 2 * low - x : 2 * high - x;
    }
    return std::clamp(x, 0.0, last);
  }
};

// Returns the weight of an element in bicubic interpolation. `far` is its distance from the position.
double cubic(double far) {
  const double a = -0.75;
  const double x = std::fabs(far);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

double element(const Array& image, std::int64_t n, std::int64_t c, double y, double x) {
  const auto i = static_cast<std::int64_t>(y);
  const auto j = static_cast<std::int64_t>(x);
  if (i < 0 || j < 0 || i >= image.size(2) || j >= image.size(3)) return 0;
  return image[{n, c, i, j}];
}

Array sampled(const Array& image, const Array& grid, std::int64_t interpolation, std::int64_t padding, bool corners) {
  const Axis across{image.size(3), padding, corners};
  const Axis down{image.size(2), padding, corners};
  Array out(Sizes{image.size(0), image.size(1), grid.size(1), grid.size(2)});
  each_index(out.sizes, [&](const Index& at) {
    const std::int64_t n = at[0];
    double x = across.unnormalized(grid[{n, at[2], at[3], 0}]);
    double y = down.unnormalized(grid[{n, at[2], at[3], 1}]);
    if (interpolation != kCubic) {
      x = across.inside(x);
      y = down.inside(y);
    }
    if (interpolation == kNearest) {
      out[at] = element(image, n, at[1], std::nearbyint(y), std::nearbyint(x));
      return;
    }
    const double reach = interpolation == kCubic ? 2 : 1;
    double total = 0;
    for (double i = std::floor(y) - reach + 1; i <= std::floor(y) + reach; ++i)
      for (double j = std::floor(x) - reach + 1; j <= std::floor(x) + reach; ++j) {
        if (interpolation == kCubic)
          total += cubic(y - i) * cubic(x - j) * element(image, n, at[1], down.inside(i), across.inside(j));
        else
          total += (1 - std::fabs(y - i)) * (1 - std::fabs(x - j)) * element(image, n, at[1], i, j);
      }
    out[at] = total;
  });
  return out;
}

}  // namespace

void sampling(Judge& judge) {
  struct Given {
    Sizes image;
    Sizes grid;
  };
  for (const Given& given :
       {Given{{1, 2, 3, 4}, {1, 2, 2, 2}}, Given{{2, 1, 2, 3}, {2, 1, 3, 2}}, Given{{1, 1, 1, 1}, {1, 1, 2, 2}},
        Given{{0, 1, 2, 2}, {0, 2, 2, 2}}, Given{{1, 0, 2, 2}, {1, 1, 2, 2}}, Given{{2, 3, 9, 8}, {2, 7, 5, 2}}})
    for (const std::int64_t interpolation : {kLinear, kNearest, kCubic})
      for (const std::int64_t padding : {kZeros, kBorder, kReflection})
        for (const bool corners : {false, true}) {
          // Some positions of the grid lie outside the image.
          const Array grid = elementwise(real(given.grid, 2), [](double x) { return 1.7 * x + 0.01; });
          judge(
              "grid_sampler(Tensor,Tensor,int64_t,int64_t,bool)", {real(given.image), grid},
              [=](const Tensors& in) {
                return Tensors{at::grid_sampler(in[0], in[1], interpolation, padding, corners)};
              },
              [=](const Arrays& in) { return Arrays{sampled(in[0], in[1], interpolation, padding, corners)}; });
        }
}

}  // namespace modecheck::definitions
