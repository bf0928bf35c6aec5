// A vector that stores its first `inline_count` elements inside the object and allocates memory only for more.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace modecheck::engine {

template <typename T, std::size_t inline_count>
class SmallVector {
 public:
  SmallVector() = default;
  // Delegates to the default constructor, so that the elements copied so far are destroyed if an allocation fails.
  SmallVector(const SmallVector& other) : SmallVector() {
    for (const T& value : other) emplace_back(value);
  }
  SmallVector& operator=(const SmallVector&) = delete;
  SmallVector(SmallVector&& other) : SmallVector() {
    for (T& value : other) emplace_back(std::move(value));
  }
  ~SmallVector() {
    std::destroy_n(data_, size_);
    if (data_ != here()) ::operator delete(data_);
  }

  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t index) { return data_[index]; }
  const T& operator[](std::size_t index) const { return data_[index]; }
  T& back() { return data_[size_ - 1]; }

  // Replaces the contents by the `count` values at `values`. The type T must be trivially copyable.
  template <typename Number>
  void assign(const Number* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    size_ = 0;
    while (count > capacity_) grow();
    for (std::size_t i = 0; i < count; ++i) data_[i] = values[i];
    size_ = count;
  }
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (size_ == capacity_) grow();
    T* const place = ::new (static_cast<void*>(data_ + size_)) T(std::forward<Arguments>(arguments)...);
    ++size_;
    return *place;
  }
  void pop_back() { std::destroy_at(data_ + --size_); }
  void clear() {
    std::destroy_n(data_, size_);
    size_ = 0;
  }

 private:
  T* here() { return reinterpret_cast<T*>(inline_); }
  void grow() {
    T* const bigger = static_cast<T*>(::operator new(2 * capacity_ * sizeof(T)));
    std::uninitialized_move_n(data_, size_, bigger);
    std::destroy_n(data_, size_);
    if (data_ != here()) ::operator delete(data_);
    data_ = bigger;
    capacity_ *= 2;
  }

  alignas(T) std::byte inline_[inline_count * sizeof(T)];
  T* data_ = here();
  std::size_t size_ = 0;
  std::size_t capacity_ = inline_count;
};

}  // namespace modecheck::engine
