// The random numbers of the CPU: the Mersenne Twister MT19937, drawn as libtorch draws, so that `rand` gives libtorch's
// values for the same seed.
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

  // Only the low 32 bits start the sequence.
  void set_seed(std::uint64_t seed);
  // As libtorch names them.
  std::uint32_t random() { return draw_32(); }
  std::uint64_t random64() { return draw_64(); }
  std::uint32_t draw_32();
  // Two draws, the first one high.
  std::uint64_t draw_64();
  // In [0, 1): so many random bits, at most 24, of one draw; 53 of two.
  float uniform_float(int bits = 24);
  double uniform_double();
  // Of the standard normal distribution; two at a time are made of two uniform ones.
  double normal_double();

 private:
  void refill();

  std::array<std::uint32_t, 624> state_{};
  std::size_t next_ = 624;
  std::optional<double> next_normal_;
  std::uint64_t seed_ = default_seed;
};

// The process's.
Generator& default_generator();
// The one that was chosen for this call, or the process's. Raises if it is no generator of the CPU.
Generator& generator_in_use();
// Seeds that of the CPU and that of the CUDA device.
void manual_seed(std::uint64_t seed);

}  // namespace modecheck::engine::backends

namespace at {
inline namespace modecheck_v1 {

// Seeds the process's generators, of all devices: `rand` then gives libtorch's CPU values.
inline void manual_seed(std::uint64_t seed) { modecheck::engine::backends::manual_seed(seed); }

using CPUGeneratorImpl = modecheck::engine::backends::Generator;

namespace detail {

// The process's, and one of its own.
const Generator& getDefaultCPUGenerator();
Generator createCPUGenerator(std::uint64_t seed = CPUGeneratorImpl::default_seed);

}  // namespace detail

}  // namespace modecheck_v1
}  // namespace at
