// Computes grid_sampler along one dimension of an image: the elements that a sample reads, and the weights of these
// elements.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

enum class GridMode : std::uint8_t { Bilinear, Nearest, Bicubic };
enum class GridPadding : std::uint8_t { Zeros, Border, Reflection };

struct GridAxis {
  static constexpr int most = 4;

  std::int64_t size = 1;
  GridMode mode = GridMode::Bilinear;
  GridPadding padding = GridPadding::Zeros;
  bool align_corners = false;

  // The number of elements along one dimension that a sample of grid_sampler combines.
  MODECHECK_HOST_DEVICE int taps() const { return mode == GridMode::Nearest ? 1 : mode == GridMode::Bilinear ? 2 : 4; }

  // The number of image elements per unit of grid coordinate. Grid coordinates run from -1 to 1 over the image.
  MODECHECK_HOST_DEVICE double scale() const { return static_cast<double>(align_corners ? size - 1 : size) / 2; }

  template <typename T>
  struct Sample {
    std::array<std::int64_t, most> element{};
    std::array<bool, most> inside{};
    // `fraction` is the distance of the sample, in elements, from the first element that it reads. In bicubic mode it
    // is the distance from the second element. `slope` is the derivative of the padded coordinate with respect to the
    // unpadded one.
    T fraction = 0;
    T slope = 1;
  };

  template <typename T>
  MODECHECK_HOST_DEVICE Sample<T> at(T grid) const {
    Sample<T> out;
    T place = in_elements(grid);
    T slope = 1;
    if (mode != GridMode::Bicubic) place = padded(place, slope);
    // A sample at an infinite or NaN coordinate is NaN, because such a coordinate lies between no two elements of the
    // image.
    const bool is_somewhere = std::isfinite(place);
    if (!is_somewhere) {
      place = -100;
      slope = 0;
    }
    const T first = mode == GridMode::Nearest ? std::nearbyint(place) : std::floor(place);
    out.slope = mode == GridMode::Nearest ? T(0) : slope;
    if (mode != GridMode::Nearest) out.fraction = is_somewhere ? place - first : std::numeric_limits<T>::quiet_NaN();
    for (int k = 0; k < taps(); ++k) {
      T element = first + static_cast<T>(k - (mode == GridMode::Bicubic ? 1 : 0));
      T ignored = 1;
      if (mode == GridMode::Bicubic && padding != GridPadding::Zeros) element = padded(element, ignored);
      const auto tap = static_cast<std::size_t>(k);
      out.inside[tap] = element >= 0 && element < static_cast<T>(size);
      out.element[tap] = out.inside[tap] ? static_cast<std::int64_t>(element) : 0;
    }
    return out;
  }

  // The weights of the elements that a sample combines. `f` is the distance of the sample from the element to its left.
  template <typename T>
  MODECHECK_HOST_DEVICE std::array<T, most> shares(T f) const {
    if (mode == GridMode::Nearest) return {T(1)};
    if (mode == GridMode::Bilinear) return {1 - f, f};
    return {far_share(f + 1), near_share(f), near_share(1 - f), far_share(2 - f)};
  }

  // The weights of bicubic interpolation (Keys' cubic convolution): near_share for distances below one, far_share for
  // distances from one to two.
  static constexpr double sharpness = -0.75;
  template <typename T>
  MODECHECK_HOST_DEVICE static T near_share(T d) {
    const T a(sharpness);
    return ((a + 2) * d - (a + 3)) * d * d + 1;
  }
  template <typename T>
  MODECHECK_HOST_DEVICE static T far_share(T d) {
    const T a(sharpness);
    return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  }

 private:
  template <typename T>
  MODECHECK_HOST_DEVICE T in_elements(T grid) const {
    if (align_corners) return ((grid + 1) / 2) * static_cast<T>(size - 1);
    return ((grid + 1) * static_cast<T>(size) - 1) / 2;
  }

  // Maps the coordinate x into the image, as the padding mode says. Sets `slope` to the derivative of the result with
  // respect to x.
  template <typename T>
  MODECHECK_HOST_DEVICE T padded(T x, T& slope) const {
    if (padding == GridPadding::Zeros) return x;
    T place = x;
    if (padding == GridPadding::Reflection) {
      const T low = align_corners ? T(0) : T(-0.5);
      const T span = static_cast<T>(align_corners ? size - 1 : size);
      if (span == 0) {
        slope = 0;
        return 0;
      }
      slope = x < low ? T(-1) : T(1);
      const T distance = std::abs(x - low);
      const T extra = std::fmod(distance, span);
      const bool back = std::fmod(std::floor(distance / span), T(2)) != 0;
      if (back) slope = -slope;
      place = back ? span - extra + low : extra + low;
    }
    const T last = static_cast<T>(size - 1);
    if (place <= 0) {
      slope = 0;
      return 0;
    }
    if (place >= last) {
      slope = 0;
      return last;
    }
    return place;
  }
};

}  // namespace modecheck::engine::backends
