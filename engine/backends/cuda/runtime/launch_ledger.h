// Remembers the last kernels that were given to a device and are not known to be done. A GPU does not say which kernel
// failed, so error messages name the remembered kernels as candidates.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

// The list of the last kernels that were launched on a device. Several threads may use it at once.
class LaunchLedger {
 public:
  static constexpr std::uint64_t capacity = 8;

  // Records a launch and returns its number. The string `name` must stay valid.
  std::uint64_t note(const char* name, const Operands* operands, Stream stream) {
    const std::scoped_lock lock(mutex_);
    Given& to = given_[count_++ % capacity];
    to = {name, operands == nullptr ? Operands() : *operands, stream};
    return count_ - 1;
  }
  // Removes a launch that failed to start.
  void take_back(std::uint64_t number) {
    const std::scoped_lock lock(mutex_);
    if (number >= oldest()) given_[number % capacity].name = nullptr;
  }

  // Returns the number of launches that were recorded so far.
  std::uint64_t now() const {
    const std::scoped_lock lock(mutex_);
    return count_;
  }
  // Marks as done those launches of the stream that were recorded before now() returned `count`.
  void forget(Stream stream, std::uint64_t count) {
    const std::scoped_lock lock(mutex_);
    each([&](Given& given, std::uint64_t number) {
      if (number < count && given.stream == stream) given.name = nullptr;
    });
  }
  void forget_all(std::uint64_t count) {
    const std::scoped_lock lock(mutex_);
    each([&](Given& given, std::uint64_t number) {
      if (number < count) given.name = nullptr;
    });
  }

  // Puts the kernels that may have failed before the error text `what`, the latest first. The result is "add: what
  // [reads [2, 3] Float; ...]" or "one of mul [...], add [...]: what". Kernels that the list no longer holds are not
  // named.
  std::string blamed(const std::string& what) const {
    const std::scoped_lock lock(mutex_);
    int count = 0;
    std::string all;
    const Given* only = nullptr;
    for (std::uint64_t i = count_; i > oldest(); --i) {
      const Given& given = given_[(i - 1) % capacity];
      if (given.name == nullptr) continue;
      only = &given;
      all += (count++ == 0 ? "" : ", ") + std::string(given.name) + given.operands.text();
    }
    if (count == 0) return what;
    if (count == 1) return std::string(only->name) + ": " + what + only->operands.text();
    return "one of " + all + ": " + what;
  }

 private:
  struct Given {
    const char* name = nullptr;  // the name of the kernel, or null if the launch is done or never started
    Operands operands;
    Stream stream = default_stream;
  };

  std::uint64_t oldest() const { return count_ < capacity ? 0 : count_ - capacity; }
  template <typename Visit>
  void each(const Visit& visit) {
    for (std::uint64_t i = oldest(); i < count_; ++i) visit(given_[i % capacity], i);
  }

  mutable std::mutex mutex_;
  std::array<Given, capacity> given_;
  std::uint64_t count_ = 0;
};

}  // namespace modecheck::engine::cuda
