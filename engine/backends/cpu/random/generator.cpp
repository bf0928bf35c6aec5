#include "engine/backends/cpu/random/generator.h"

#include <cmath>
#include <mutex>
#include <numbers>
#include <random>

#include "engine/backends/cuda/runtime/cuda_generator.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/chosen_generator.h"

namespace modecheck::engine::backends {

void Generator::set_seed(std::uint64_t seed) {
  state_[0] = static_cast<std::uint32_t>(seed);
  for (std::size_t i = 1; i < state_.size(); ++i)
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + static_cast<std::uint32_t>(i);
  next_ = state_.size();
  next_normal_.reset();
  seed_ = seed;
}

void Generator::set_current_seed(std::uint64_t seed) { set_seed(seed); }

std::uint64_t Generator::seed() {
  std::random_device source;
  set_seed((std::uint64_t{source()} << 32) | source());
  return seed_;
}

c10::intrusive_ptr<c10::GeneratorImpl> Generator::clone() const {
  auto* const copy = new Generator(seed_);
  copy->state_ = state_;
  copy->next_ = next_;
  copy->next_normal_ = next_normal_;
  return c10::intrusive_ptr<c10::GeneratorImpl>::reclaim(copy);
}

void Generator::refill() {
  constexpr std::size_t n = 624;
  constexpr std::size_t m = 397;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t mixed = (state_[i] & 0x80000000u) | (state_[(i + 1) % n] & 0x7fffffffu);
    state_[i] = state_[(i + m) % n] ^ (mixed >> 1) ^ ((mixed & 1u) != 0 ? 0x9908b0dfu : 0u);
  }
  next_ = 0;
}

std::uint32_t Generator::draw_32() {
  if (next_ == state_.size()) refill();
  std::uint32_t y = state_[next_++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

std::uint64_t Generator::draw_64() {
  const std::uint64_t high = draw_32();
  return (high << 32) | draw_32();
}

float Generator::uniform_float(int bits) {
  const std::uint32_t range = std::uint32_t{1} << bits;
  return static_cast<float>(draw_32() & (range - 1)) / static_cast<float>(range);
}

double Generator::uniform_double() { return static_cast<double>(draw_64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53; }

double Generator::normal_double() {
  if (next_normal_.has_value()) {
    const double out = *next_normal_;
    next_normal_.reset();
    return out;
  }
  const double turn = uniform_double();
  const double height = uniform_double();
  const double radius = std::sqrt(-2.0 * std::log1p(-height));
  const double angle = 2.0 * std::numbers::pi * turn;
  next_normal_ = radius * std::sin(angle);
  return radius * std::cos(angle);
}

Generator& default_generator() { return *at::detail::getDefaultCPUGenerator().get<Generator>(); }

Generator& generator_in_use() {
  c10::GeneratorImpl* const chosen = chosen_generator();
  if (chosen == nullptr) return default_generator();
  auto* const generator = dynamic_cast<Generator*>(chosen);
  MODECHECK_CHECK(generator != nullptr, ErrorClass::DeviceMismatch,
                  "Expected a 'cpu' device type for generator but found '", chosen->device(),
                  "'; make one with at::detail::createCPUGenerator");
  return *generator;
}

void manual_seed(std::uint64_t seed) {
  const auto seeded = [seed](c10::GeneratorImpl& generator) {
    const std::lock_guard lock(generator.mutex_);
    generator.set_current_seed(seed);
  };
  seeded(default_generator());
  seeded(cuda::default_generator());
}

}  // namespace modecheck::engine::backends

namespace at {
inline namespace modecheck_v1 {
namespace detail {

const Generator& getDefaultCPUGenerator() {
  static const Generator generator = make_generator<CPUGeneratorImpl>();
  return generator;
}

Generator createCPUGenerator(std::uint64_t seed) { return make_generator<CPUGeneratorImpl>(seed); }

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace at
