// What a device's random number generator can do. Drawing is the device's own matter.
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
  // Starts from a seed that nobody chose, and returns it.
  virtual std::uint64_t seed() = 0;
  // One that will draw what this one would.
  virtual intrusive_ptr<GeneratorImpl> clone() const = 0;
  virtual Device device() const = 0;

  // Held while numbers are drawn: threads share generators.
  std::mutex mutex_;
};

}  // namespace modecheck_v1
}  // namespace c10
