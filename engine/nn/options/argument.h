// Defines TORCH_ARG, which declares one option of a struct of options: a private member, a function that returns it and
// a function that sets it and returns the options, so that calls can be chained.
#pragma once

#include <utility>

#define TORCH_ARG(Type, name)                           \
 public:                                                \
  auto name(Type new_##name)->decltype(*this) {         \
    this->name##_ = std::move(new_##name);              \
    return *this;                                       \
  }                                                     \
  const Type& name() const noexcept { return name##_; } \
  Type& name() noexcept { return name##_; }             \
                                                        \
 private:                                               \
  Type name##_ /* NOLINT: the struct gives the default */
