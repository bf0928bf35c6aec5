// Declares c10::MaybeOwned, a value that is either borrowed or owned. A function returns it if it can pass on its
// argument in some cases and must make a new value in others.
#pragma once

#include <utility>
#include <variant>

namespace c10 {
inline namespace modecheck_v1 {

template <typename T>
class MaybeOwned final {
 public:
  // Holds no value: this is a borrowed null pointer.
  MaybeOwned() = default;
  // Borrows `value`, which must outlive this object and all copies of it.
  static MaybeOwned borrowed(const T& value) { return MaybeOwned(&value); }
  static MaybeOwned owned(T&& value) { return MaybeOwned(std::in_place, std::move(value)); }
  template <typename... Arguments>
  static MaybeOwned owned(std::in_place_t, Arguments&&... arguments) {
    return MaybeOwned(std::in_place, std::forward<Arguments>(arguments)...);
  }

  const T& operator*() const& { return *get(); }
  // Returns a copy of a borrowed value, and moves an owned value out.
  T operator*() && { return unsafeIsBorrowed() ? T(*get()) : std::move(std::get<1>(value_)); }
  const T* operator->() const { return get(); }
  bool unsafeIsBorrowed() const { return value_.index() == 0; }

 private:
  using Borrowed = const T*;
  explicit MaybeOwned(Borrowed value) : value_(std::in_place_index<0>, value) {}
  template <typename... Arguments>
  explicit MaybeOwned(std::in_place_t, Arguments&&... arguments)
      : value_(std::in_place_index<1>, std::forward<Arguments>(arguments)...) {}

  const T* get() const {
    if (const Borrowed* const borrowed = std::get_if<0>(&value_)) return *borrowed;
    return &std::get<1>(value_);
  }

  std::variant<Borrowed, T> value_{std::in_place_index<0>, nullptr};
};

}  // namespace modecheck_v1
}  // namespace c10
