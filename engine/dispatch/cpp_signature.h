// A kernel's C++ signature as a value. The dispatcher calls kernels through function pointers of their own type, so a
// call must use exactly the signature with which the kernels were registered.
#pragma once

#include <string>
#include <type_traits>
#include <typeindex>
#include <typeinfo>

#include "engine/core/types/dispatch_key_set.h"

namespace modecheck::engine {

// Gives the function type of a function, a function pointer, or an object with one call operator. A leading parameter
// of type DispatchKeySet is left out.
template <typename Callable, typename = void>
struct FunctionOf;
template <typename Result, typename... Arguments>
struct FunctionOf<Result(Arguments...)> {
  using type = Result(Arguments...);
  static constexpr bool takes_keys = false;
};
template <typename Result, typename... Arguments>
struct FunctionOf<Result(c10::DispatchKeySet, Arguments...)> {
  using type = Result(Arguments...);
  static constexpr bool takes_keys = true;
};
template <typename Result, typename... Arguments>
struct FunctionOf<Result(Arguments...) noexcept> : FunctionOf<Result(Arguments...)> {};
template <typename Function>
struct FunctionOf<Function*, std::enable_if_t<std::is_function_v<Function>>> : FunctionOf<Function> {};
template <typename Result, typename Object, typename... Arguments>
struct FunctionOf<Result (Object::*)(Arguments...)> : FunctionOf<Result(Arguments...)> {};
template <typename Result, typename Object, typename... Arguments>
struct FunctionOf<Result (Object::*)(Arguments...) const> : FunctionOf<Result(Arguments...)> {};
template <typename Result, typename Object, typename... Arguments>
struct FunctionOf<Result (Object::*)(Arguments...) noexcept> : FunctionOf<Result(Arguments...)> {};
template <typename Result, typename Object, typename... Arguments>
struct FunctionOf<Result (Object::*)(Arguments...) const noexcept> : FunctionOf<Result(Arguments...)> {};
template <typename Object>
struct FunctionOf<Object, std::void_t<decltype(&Object::operator())>> : FunctionOf<decltype(&Object::operator())> {};

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

class CppSignature final {
 public:
  // Returns the signature of a callable: a function, a function pointer, or an object with one call operator.
  template <typename Callable>
  static CppSignature make() {
    return CppSignature(typeid(typename modecheck::engine::FunctionOf<std::decay_t<Callable>>::type));
  }
  // Returns the kernel's signature in C++ syntax, such as "void (long)".
  std::string name() const;
  bool operator==(const CppSignature& other) const { return type_ == other.type_; }
  bool operator!=(const CppSignature& other) const { return !(*this == other); }

 private:
  explicit CppSignature(std::type_index type) : type_(type) {}
  std::type_index type_;
};

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
