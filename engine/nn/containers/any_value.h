// Declares torch::nn::AnyValue, which holds a value of any type that can be copied.
#pragma once

#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/core/types/type_name.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class AnyValue {
 public:
  AnyValue(AnyValue&&) = default;
  AnyValue& operator=(AnyValue&&) = default;
  AnyValue(const AnyValue& other) : content_(other.content_->clone()) {}
  AnyValue& operator=(const AnyValue& other) {
    content_ = other.content_->clone();
    return *this;
  }
  template <typename T, typename = std::enable_if_t<!std::is_same_v<std::decay_t<T>, AnyValue>>>
  explicit AnyValue(T&& value) : content_(std::make_unique<Holder<std::decay_t<T>>>(std::forward<T>(value))) {}

  // Returns a pointer to the value, or null if its type is not T.
  template <typename T>
  T* try_get() {
    static_assert(!std::is_reference_v<T>, "AnyValue stores decayed types, you cannot cast it to a reference type");
    static_assert(!std::is_array_v<T>, "AnyValue stores decayed types, you must cast it to T* instead of T[]");
    return typeid(T) == type_info() ? &static_cast<Holder<T>&>(*content_).value : nullptr;
  }
  // Returns a copy of the value. Raises an Argument error if its type is not T.
  template <typename T>
  T get() {
    T* const value = try_get<T>();
    MODECHECK_CHECK(value != nullptr, modecheck::engine::ErrorClass::Argument, "Attempted to cast AnyValue to ",
                    modecheck::engine::type_name(typeid(T)), ", but its actual type is ",
                    modecheck::engine::type_name(type_info()));
    return *value;
  }
  const std::type_info& type_info() const noexcept { return content_->type(); }

 private:
  struct Placeholder {
    virtual ~Placeholder() = default;
    virtual const std::type_info& type() const noexcept = 0;
    virtual std::unique_ptr<Placeholder> clone() const = 0;
  };
  template <typename T>
  struct Holder final : Placeholder {
    template <typename U>
    explicit Holder(U&& from) : value(std::forward<U>(from)) {}
    const std::type_info& type() const noexcept override { return typeid(T); }
    std::unique_ptr<Placeholder> clone() const override { return std::make_unique<Holder<T>>(value); }
    T value;
  };
  std::unique_ptr<Placeholder> content_;
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
