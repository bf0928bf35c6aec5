// Kernels that draw random numbers on the CUDA device. Each thread draws the numbers of one Philox block
// (drawn_words.h).
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <type_traits>

#include "engine/backends/cuda/device_code/drawn_words.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// Writes the random numbers of one Philox block, `Draw::per_block` of them. Each thread has its own copy of the Draw.
template <typename Draw, typename T>
struct DrawKernel {
  DrawState state;
  Draw draw;
  std::int64_t count;
  char* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t block) const {
    DrawnWords words(state, block);
    Draw mine = draw;
    for (int i = 0; i < Draw::per_block; ++i) {
      const std::int64_t k = block * Draw::per_block + i;
      if (k >= count) return;
      backends::store<T>(to + k * static_cast<std::int64_t>(sizeof(backends::Stored<T>)),
                         backends::convert<T>(mine(words, k)));
    }
  }
};

// Returns a number that is uniformly distributed in [low, low + width). It has as many random bits as the fraction of a
// T.
template <typename T>
struct UniformDraw {
  static constexpr int per_block = std::is_same_v<T, double> ? 2 : 4;
  using C = backends::Computed<T>;
  C low;
  C width;
  MODECHECK_HOST_DEVICE C operator()(DrawnWords& words, std::int64_t /*k*/) const {
    if constexpr (std::is_same_v<T, double>)
      return words.uniform_double() * width + low;
    else
      return words.uniform_float(std::is_same_v<T, c10::Half>       ? 11
                                 : std::is_same_v<T, c10::BFloat16> ? 8
                                                                    : 24) *
                 width +
             low;
  }
};

// Returns a normally distributed number. The Box-Muller method makes two such numbers at a time, in double precision.
struct NormalDraw {
  static constexpr int per_block = 2;
  double mean;
  double deviation;
  double second = 0;
  MODECHECK_HOST_DEVICE double operator()(DrawnWords& words, std::int64_t k) {
    if (k % 2 != 0) return second;
    const double angle = 2.0 * std::numbers::pi * words.uniform_double();
    const double radius = std::sqrt(-2.0 * std::log1p(-words.uniform_double()));
    second = radius * std::sin(angle) * deviation + mean;
    return radius * std::cos(angle) * deviation + mean;
  }
};

// Returns a random integer in [from, from + range). A range of zero means all 64 bits.
template <bool wide>
struct IntegerDraw {
  static constexpr int per_block = wide ? 2 : 4;
  std::uint64_t from;
  std::uint64_t range;
  MODECHECK_HOST_DEVICE std::int64_t operator()(DrawnWords& words, std::int64_t /*k*/) const {
    const std::uint64_t drawn = wide ? words.draw_64() : words.draw_32();
    return static_cast<std::int64_t>((range == 0 ? drawn : drawn % range) + from);
  }
};

// The operator bernoulli_ with one probability: returns 1 with that probability, else 0.
struct BernoulliDraw {
  static constexpr int per_block = 2;
  double probability;
  MODECHECK_HOST_DEVICE bool operator()(DrawnWords& words, std::int64_t /*k*/) const {
    return words.uniform_double() < probability;
  }
};

// The operator bernoulli_ with a tensor of probabilities: returns 1 with the probability that belongs to the element,
// else 0.
template <typename P>
struct BernoulliEachDraw {
  static constexpr int per_block = std::is_same_v<P, double> ? 2 : 4;
  const P* probabilities;
  MODECHECK_HOST_DEVICE bool operator()(DrawnWords& words, std::int64_t k) const {
    if constexpr (std::is_same_v<P, double>)
      return words.uniform_double() < probabilities[k];
    else
      return words.uniform_float(24) < probabilities[k];
  }
};

struct ExponentialDraw {
  static constexpr int per_block = 2;
  double rate;
  MODECHECK_HOST_DEVICE double operator()(DrawnWords& words, std::int64_t /*k*/) const {
    return -1.0 / rate * std::log1p(-words.uniform_double());
  }
};

// multinomial: divides each weight of a row by the sum of the row, and writes the cumulative sums of these shares.
template <typename T>
struct SharesKernel {
  using C = backends::Computed<T>;
  const T* weights;
  std::int64_t categories;
  C* shares;
  C* totals;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t row) const {
    C total = 0;
    C* const share = shares + row * categories;
    for (std::int64_t i = 0; i < categories; ++i) {
      total += backends::convert<C>(weights[row * categories + i]);
      share[i] = total;
    }
    for (std::int64_t i = 0; i < categories; ++i) share[i] /= total;
    share[categories - 1] = 1;
    totals[row] = total;
  }
};

// multinomial: draws a category with the probability of its share. The result is the first category whose cumulative
// share is not less than the random number.
template <typename C>
struct PlaceDraw {
  static constexpr int per_block = 2;
  const C* shares;
  std::int64_t categories;
  std::int64_t samples;  // the number of samples that are drawn for each row
  MODECHECK_HOST_DEVICE std::int64_t operator()(DrawnWords& words, std::int64_t k) const {
    const double drawn = words.uniform_double();
    const C* const share = shares + k / samples * categories;
    std::int64_t low = 0;
    std::int64_t high = categories;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (static_cast<double>(share[middle]) < drawn)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

// Raises a flag if an element is outside [least, most] or NaN. `where` gives the address of the element.
template <typename T>
struct NotWithinKernel {
  backends::Strided where;
  double least;
  double most;
  std::int64_t* flag;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[1];
    where.place<1>(i, at);
    const auto value = static_cast<double>(backends::load<T>(at[0]));
    if (!(value >= least && value <= most)) *flag = 1;
  }
};

}  // namespace modecheck::engine::cuda
