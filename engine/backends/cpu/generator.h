// The random numbers of the CPU: the Mersenne Twister MT19937, drawn as libtorch draws, so that `rand` gives libtorch's
// values for the same seed.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

namespace modecheck::engine::backends {

class Generator {
 public:
  static constexpr std::uint64_t default_seed = 67280421310721;

  explicit Generator(std::uint64_t seed = default_seed) { set_seed(seed); }

  // Only the low 32 bits start the sequence.
  void set_seed(std::uint64_t seed);
  std::uint32_t draw_32();
  // Two draws, the first one high.
  std::uint64_t draw_64();
  // In [0, 1): so many random bits, at most 24, of one draw; 53 of two.
  float uniform_float(int bits = 24);
  double uniform_double();
  // Of the standard normal distribution; two at a time are made of two uniform ones.
  double normal_double();

  // Held while numbers are drawn: threads share the generator.
  std::mutex& mutex() { return mutex_; }

 private:
  void refill();

  std::array<std::uint32_t, 624> state_{};
  std::size_t next_ = 624;
  std::optional<double> next_normal_;
  std::mutex mutex_;
};

// The one that `rand` draws from.
Generator& default_generator();
void manual_seed(std::uint64_t seed);

}  // namespace modecheck::engine::backends

namespace at {
inline namespace modecheck_v1 {

// Seeds the process's generator: `rand` then gives libtorch's CPU values.
inline void manual_seed(std::uint64_t seed) { modecheck::engine::backends::manual_seed(seed); }

}  // namespace modecheck_v1
}  // namespace at
