// Declares at::Generator, the handle of a random number generator.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "engine/core/types/generator_impl.h"

namespace at {
inline namespace modecheck_v1 {

class Generator final {
 public:
  Generator() = default;
  // Makes a handle of the generator `impl`. Raises std::runtime_error for a null pointer.
  explicit Generator(c10::intrusive_ptr<c10::GeneratorImpl> impl) : impl_(std::move(impl)) {
    if (!impl_) throw std::runtime_error("GeneratorImpl with nullptr is not supported");
  }

  bool defined() const { return static_cast<bool>(impl_); }
  bool operator==(const Generator& other) const { return impl_ == other.impl_; }
  bool operator!=(const Generator& other) const { return !(*this == other); }
  c10::GeneratorImpl* unsafeGetGeneratorImpl() const { return impl_.get(); }
  const c10::intrusive_ptr<c10::GeneratorImpl>& getIntrusivePtr() const { return impl_; }
  template <typename T>
  T* get() const {
    return static_cast<T*>(impl_.get());
  }

  // These functions set, return or choose the seed of the generator. The handle must be defined.
  void set_current_seed(std::uint64_t seed) { impl_->set_current_seed(seed); }
  std::uint64_t current_seed() const { return impl_->current_seed(); }
  std::uint64_t seed() { return impl_->seed(); }
  std::mutex& mutex() { return impl_->mutex_; }
  c10::Device device() const { return impl_->device(); }
  // Returns a new generator that will draw the same random numbers as this one.
  Generator clone() const { return Generator(impl_->clone()); }

 private:
  c10::intrusive_ptr<c10::GeneratorImpl> impl_;
};

template <typename Impl, typename... Arguments>
Generator make_generator(Arguments&&... arguments) {
  return Generator(c10::intrusive_ptr<c10::GeneratorImpl>::reclaim(new Impl(std::forward<Arguments>(arguments)...)));
}

}  // namespace modecheck_v1
}  // namespace at
