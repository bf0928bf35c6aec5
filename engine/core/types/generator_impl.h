// Declares the interface of a device's random number generator. How numbers are drawn is left to the device.
#pragma once

#include <cstdint>
#include <mutex>

#include "engine/core/memory/intrusive_ptr.h"
#include "engine/core/types/device.h"

namespace c10 {
inline namespace modecheck_v1 {

struct GeneratorImpl : intrusive_ptr_target {
  GeneratorImpl() = default;
  GeneratorImpl(const GeneratorImpl&) = delete;
  GeneratorImpl& operator=(const GeneratorImpl&) = delete;
  virtual ~GeneratorImpl() = default;
  static void destroy(GeneratorImpl* generator) noexcept { delete generator; }

  virtual void set_current_seed(std::uint64_t seed) = 0;
  virtual std::uint64_t current_seed() const = 0;
  // Chooses a random seed, restarts the generator with it, and returns the seed.
  virtual std::uint64_t seed() = 0;
  // Returns a new generator that will draw the same random numbers as this one.
  virtual intrusive_ptr<GeneratorImpl> clone() const = 0;
  virtual Device device() const = 0;

  // This mutex must be held while numbers are drawn, because threads share generators.
  std::mutex mutex_;
};

}  // namespace modecheck_v1
}  // namespace c10
