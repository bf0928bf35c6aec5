// Shared ownership with the reference count inside the object. A class `T` may define `static void destroy(T*)
// noexcept`, which is then called for the last reference. Otherwise the object is deleted as a `T`, so a base class
// needs a virtual destructor.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace c10 {
inline namespace modecheck_v1 {

class intrusive_ptr_target {
 public:
  intrusive_ptr_target() = default;
  intrusive_ptr_target(const intrusive_ptr_target&) = delete;
  intrusive_ptr_target& operator=(const intrusive_ptr_target&) = delete;

  void retain() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  // Drops a reference and returns true if it was the last one. If the count is 1, no other thread can take a reference,
  // so no atomic write is needed.
  bool release() const noexcept {
    if (references_.load(std::memory_order_acquire) == 1) return true;
    return references_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  // Takes a reference unless the object is being destroyed, and returns whether it took one. Holders of weak pointers
  // use this.
  bool retain_if_alive() const noexcept {
    std::uint32_t seen = references_.load(std::memory_order_relaxed);
    while (seen != 0)
      if (references_.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel)) return true;
    return false;
  }
  // Drops a reference like release(), but always lowers the count to 0, so that holders of weak pointers see that the
  // object is being destroyed.
  bool release_visibly() const noexcept { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  std::uint32_t use_count() const noexcept { return references_.load(std::memory_order_acquire); }

 protected:
  ~intrusive_ptr_target() = default;

 private:
  mutable std::atomic<std::uint32_t> references_{1};
};

template <typename T>
class intrusive_ptr final {
 public:
  using element_type = T;

  constexpr intrusive_ptr() noexcept = default;
  constexpr intrusive_ptr(std::nullptr_t) noexcept {}
  intrusive_ptr(const intrusive_ptr& other) noexcept : target_(other.target_) {
    if (target_ != nullptr) target_->retain();
  }
  intrusive_ptr(intrusive_ptr&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  template <typename U>
  intrusive_ptr(const intrusive_ptr<U>& other) noexcept : target_(other.get()) {
    if (target_ != nullptr) target_->retain();
  }
  template <typename U>
  intrusive_ptr(intrusive_ptr<U>&& other) noexcept : target_(other.release()) {}
  intrusive_ptr& operator=(const intrusive_ptr& other) noexcept {
    intrusive_ptr(other).swap(*this);
    return *this;
  }
  intrusive_ptr& operator=(intrusive_ptr&& other) noexcept {
    intrusive_ptr(std::move(other)).swap(*this);
    return *this;
  }
  ~intrusive_ptr() { reset(); }

  // Returns a pointer that takes over a reference. The caller must own that reference and must not drop it afterwards.
  static intrusive_ptr reclaim(T* target) noexcept {
    intrusive_ptr out;
    out.target_ = target;
    return out;
  }
  // Returns a pointer with a new reference to `target`.
  static intrusive_ptr retained(T* target) noexcept {
    if (target != nullptr) target->retain();
    return reclaim(target);
  }
  // Hands the reference over to the caller, who must drop it. Afterwards this pointer is null.
  T* release() noexcept { return std::exchange(target_, nullptr); }

  void reset() noexcept {
    if (target_ != nullptr) {
      T* const target = std::exchange(target_, nullptr);
      if (target->release()) destroy(target, 0);
    }
  }
  void swap(intrusive_ptr& other) noexcept { std::swap(target_, other.target_); }
  // Converts to a std::shared_ptr that holds a reference, because libtorch's pointers to nodes have that type.
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<T*, U*>>>
  operator std::shared_ptr<U>() const {
    if (target_ == nullptr) return nullptr;
    return std::shared_ptr<U>(target_, [held = *this](U* /*released with this function*/) {});
  }
  T* get() const noexcept { return target_; }
  T* operator->() const noexcept { return target_; }
  T& operator*() const noexcept { return *target_; }
  explicit operator bool() const noexcept { return target_ != nullptr; }
  bool defined() const noexcept { return target_ != nullptr; }
  std::size_t use_count() const noexcept { return target_ == nullptr ? 0 : target_->use_count(); }

 private:
  template <typename U>
  static auto destroy(U* target, int /*preferred*/) noexcept -> decltype(U::destroy(target)) {
    U::destroy(target);
  }
  template <typename U>
  static void destroy(U* target, long /*otherwise*/) noexcept {
    delete target;
  }

  T* target_ = nullptr;
};

template <typename T, typename... Arguments>
intrusive_ptr<T> make_intrusive(Arguments&&... arguments) {
  return intrusive_ptr<T>::reclaim(new T(std::forward<Arguments>(arguments)...));
}

template <typename T, typename U>
bool operator==(const intrusive_ptr<T>& a, const intrusive_ptr<U>& b) noexcept {
  return a.get() == b.get();
}
template <typename T, typename U>
bool operator!=(const intrusive_ptr<T>& a, const intrusive_ptr<U>& b) noexcept {
  return a.get() != b.get();
}
template <typename T>
bool operator==(const intrusive_ptr<T>& a, std::nullptr_t) noexcept {
  return a.get() == nullptr;
}
template <typename T>
bool operator!=(const intrusive_ptr<T>& a, std::nullptr_t) noexcept {
  return a.get() != nullptr;
}

}  // namespace modecheck_v1
}  // namespace c10
