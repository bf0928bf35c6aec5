// Where a grid samples an image, along one of its two dimensions: which elements, and where between them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace modecheck::engine::backends {

enum class GridMode : std::uint8_t { Bilinear, Nearest, Bicubic };
enum class GridPadding : std::uint8_t { Zeros, Border, Reflection };

struct GridAxis {
  static constexpr int most = 4;

  std::int64_t size = 1;
  GridMode mode = GridMode::Bilinear;
  GridPadding padding = GridPadding::Zeros;
  bool align_corners = false;

  // How many elements make up a sample.
  int taps() const { return mode == GridMode::Nearest ? 1 : mode == GridMode::Bilinear ? 2 : 4; }

  // From -1 to 1, to elements: x * scale + shift.
  double scale() const { return static_cast<double>(align_corners ? size - 1 : size) / 2; }
  double shift() const { return static_cast<double>(size - 1) / 2; }

  template <typename T>
  struct Sample {
    std::array<std::int64_t, most> element{};
    std::array<bool, most> inside{};
    // Where the sample lies behind its first or, if it is bicubic, its second element: slope * x + offset, x in
    // elements.
    T slope = 1;
    T offset = 0;
    T fraction = 0;
  };

  template <typename T>
  Sample<T> at(T grid) const {
    Sample<T> out;
    const T x = in_elements(grid);
    T place = x;
    T slope = 1;
    if (mode != GridMode::Bicubic) place = padded(x, slope);
    // Far away, or no number: nothing is there.
    if (!(std::abs(place) < T(1e9))) {
      place = -100;
      slope = 0;
    }
    const T first = mode == GridMode::Nearest ? std::nearbyint(place) : std::floor(place);
    out.slope = mode == GridMode::Nearest ? T(0) : slope;
    out.fraction = mode == GridMode::Nearest ? T(0) : place - first;
    out.offset = out.fraction - out.slope * x;
    for (int k = 0; k < taps(); ++k) {
      std::int64_t element = static_cast<std::int64_t>(first) + k - (mode == GridMode::Bicubic ? 1 : 0);
      if (mode == GridMode::Bicubic && padding != GridPadding::Zeros) {
        T ignored = 1;
        element = static_cast<std::int64_t>(padded(static_cast<T>(element), ignored));
      }
      const auto tap = static_cast<std::size_t>(k);
      out.inside[tap] = element >= 0 && element < size;
      out.element[tap] = out.inside[tap] ? element : 0;
    }
    return out;
  }

  // The shares of the elements, that far behind one.
  template <typename T>
  std::array<T, most> shares(T f) const {
    if (mode == GridMode::Nearest) return {T(1)};
    if (mode == GridMode::Bilinear) return {1 - f, f};
    return {far_share(f + 1), near_share(f), near_share(1 - f), far_share(2 - f)};
  }

  // The convolution of Keys: of elements less than one away, and of those up to two.
  static constexpr double sharpness = -0.75;
  template <typename T>
  static T near_share(T d) {
    const T a(sharpness);
    return ((a + 2) * d - (a + 3)) * d * d + 1;
  }
  template <typename T>
  static T far_share(T d) {
    const T a(sharpness);
    return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  }

 private:
  template <typename T>
  T in_elements(T grid) const {
    if (align_corners) return ((grid + 1) / 2) * static_cast<T>(size - 1);
    return ((grid + 1) * static_cast<T>(size) - 1) / 2;
  }

  // `slope`: how fast the answer goes where x does.
  template <typename T>
  T padded(T x, T& slope) const {
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
