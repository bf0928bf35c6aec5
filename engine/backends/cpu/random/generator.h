// The random number generator of the CPU: the Mersenne Twister MT19937. Operators draw its numbers in the same order as
// in libtorch, so that `rand` gives libtorch's values for the same seed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/core/types/generator.h"

namespace modecheck::engine::backends {

class Generator final : public c10::GeneratorImpl {
 public:
  static constexpr std::uint64_t default_seed = 67280421310721;

  explicit Generator(std::uint64_t seed = default_seed) { set_seed(seed); }

  void set_current_seed(std::uint64_t seed) override;
  std::uint64_t current_seed() const override { return seed_; }
  std::uint64_t seed() override;
  c10::intrusive_ptr<c10::GeneratorImpl> clone() const override;
  c10::Device device() const override { return c10::kCPU; }
  static c10::DeviceType device_type() { return c10::kCPU; }

  // Restarts the sequence. As in libtorch, only the low 32 bits of the seed matter.
  void set_seed(std::uint64_t seed);
  // The names that libtorch's code uses for draw_32 and draw_64.
  std::uint32_t random() { return draw_32(); }
  std::uint64_t random64() { return draw_64(); }
  std::uint32_t draw_32();
  // Draws 64 random bits by two draws of 32. The first draw gives the high bits.
  std::uint64_t draw_64();
  // Return a number that is uniformly distributed in [0, 1). uniform_float takes `bits` random bits, at most 24, from
  // one draw. uniform_double takes 53 bits from two draws.
  float uniform_float(int bits = 24);
  double uniform_double();
  // Returns a number with the standard normal distribution. Two uniform numbers make two normal ones, and the second is
  // kept for the next call.
  double normal_double();

 private:
  void refill();

  std::array<std::uint32_t, 624> state_{};
  std::size_t next_ = 624;
  std::optional<double> next_normal_;
  std::uint64_t seed_ = default_seed;
};

// Returns the default CPU generator of the process.
Generator& default_generator();
// Returns the generator that was passed to the current call, or else the default one. Raises if the generator passed is
// not a CPU generator.
Generator& generator_in_use();
// Seeds the default generators of the CPU and of the CUDA device.
void manual_seed(std::uint64_t seed);

}  // namespace modecheck::engine::backends

namespace at {
inline namespace modecheck_v1 {

// Sets the seed of the default generators of all devices. `rand` on the CPU then gives libtorch's values.
inline void manual_seed(std::uint64_t seed) { modecheck::engine::backends::manual_seed(seed); }

using CPUGeneratorImpl = modecheck::engine::backends::Generator;

namespace detail {

// getDefaultCPUGenerator returns the default CPU generator of the process. createCPUGenerator creates a new generator
// with the given seed.
const Generator& getDefaultCPUGenerator();
Generator createCPUGenerator(std::uint64_t seed = CPUGeneratorImpl::default_seed);

}  // namespace detail

}  // namespace modecheck_v1
}  // namespace at
