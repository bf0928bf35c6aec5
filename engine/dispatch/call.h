// Calls an operator. The call computes its key set (rule D1) and runs the kernel of the highest key. That kernel
// redispatches to the keys below its own (rule D2).
//
//   at::Tensor sum = call<operators::add_Tensor>(a, b, 1);
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/facts.h"
#include "engine/dispatch/kernel.h"
#include "engine/dispatch/route.h"

// clang would warn that the kernel tables are declared but not defined in this header. engine/derivatives defines them,
// by explicit instantiation.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif

namespace modecheck::engine {

namespace detail {

// Raises because an argument is an undefined tensor and the schema does not make it optional. This is one function for
// all operators, so that its code is compiled only once.
[[noreturn, gnu::cold]] void reject_undefined(std::string_view op);

}  // namespace detail

// The levels of the three kernels of a primitive operator, in ascending order of dispatch priority. An operator without
// a kernel of its own at a level uses the kernel of the next lower level. engine/derivatives defines every table once
// by explicit instantiation.
enum class Level : std::uint8_t { Backend, ADInplaceOrView, Autograd };

template <typename Op, typename Function = Signature<Op>>
struct Table;

template <typename Op, typename Result, typename... Arguments>
struct Table<Op, Result(Arguments...)> {
  // The type of a kernel. Its first argument is the call's key set without the keys at and above the kernel's own.
  using Pointer = Result (*)(c10::DispatchKeySet, Arguments...);
  static const Pointer kernels[3];
};

// Returns the level with the highest dispatch priority among the keys of the set.
constexpr Level level_of(c10::DispatchKeySet keys) {
  constexpr std::uint64_t autograd = c10::DispatchKeySet::autograd_bit;
  constexpr std::uint64_t view = c10::DispatchKeySet::adinplaceorview_bit;
  const std::uint64_t bits = keys.raw_repr();
  return (bits & autograd) != 0 ? Level::Autograd : (bits & view) != 0 ? Level::ADInplaceOrView : Level::Backend;
}

// Runs the highest kernel below the level `Above` (rule D2). `keys` is the key set that the calling kernel was given.
template <typename Op, Level Above, typename... Arguments>
decltype(auto) redispatch(c10::DispatchKeySet keys, Arguments&&... arguments) {
  if constexpr (Above == Level::Autograd) {
    const c10::DispatchKeySet below =
        c10::DispatchKeySet::from_raw(keys.raw_repr() & ~c10::DispatchKeySet::autograd_bit);
    return Table<Op>::kernels[static_cast<int>(level_of(below))](below, std::forward<Arguments>(arguments)...);
  } else {
    return Table<Op>::kernels[0](keys, std::forward<Arguments>(arguments)...);
  }
}

// The body of a composite operator (rule D4). engine/composites defines it.
template <typename Op, typename Function = Signature<Op>>
struct Composite;
template <typename Op, typename Result, typename... Arguments>
struct Composite<Op, Result(Arguments...)> {
  static Result call(Arguments... arguments);
};

namespace detail {

// Computes the union of the key sets of all tensor arguments (rule D1). add() is called once for each argument.
template <typename Op>
struct Union {
  std::uint64_t bits = 0;

  void add(const at::Tensor& tensor) {
    if (!tensor.defined()) [[unlikely]]
      reject_undefined(schema_of<Op>.qualified_name);
    bits |= tensor.key_set().raw_repr();
  }
  void add(at::TensorList tensors) {
    for (const at::Tensor& tensor : tensors) add(tensor);
  }
  void add(const c10::optional<at::Tensor>& tensor) {
    if (tensor.has_value() && tensor->defined()) bits |= tensor->key_set().raw_repr();
  }
  template <typename T>
  void add(const c10::List<T>& tensors) {
    for (const T& tensor : tensors) add(tensor);
  }
  template <typename T>
  void add(const T& /*no tensor*/) {}
};

template <typename Op, typename Function = Signature<Op>>
struct Entry;

template <typename Op, typename Result, typename... Arguments>
struct Entry<Op, Result(Arguments...)> {
  static Result call(Arguments... arguments) {
    if constexpr (is_operator_alias<Op>) {
      static_assert(std::is_same_v<Signature<typename Op::alias_of>, Result(Arguments...)>);
      return Entry<typename Op::alias_of>::call(arguments...);
    } else if constexpr (kind_of<Op> == OperatorKind::Composite) {
      return Composite<Op>::call(arguments...);
    } else {
      Union<Op> tensors;
      (tensors.add(arguments), ...);
      const ModeState& state = thread_state;
      const c10::DispatchKeySet keys =
          c10::DispatchKeySet::from_raw((tensors.bits | state.included.raw_repr()) & ~state.excluded.raw_repr());
      return Table<Op>::kernels[static_cast<int>(level_of(keys))](keys, arguments...);
    }
  }
};

}  // namespace detail

template <typename Op, typename... Arguments>
inline decltype(auto) call(Arguments&&... arguments) {
  return detail::Entry<Op>::call(std::forward<Arguments>(arguments)...);
}

// Runs the kernel of the highest key in `keys`, without computing the union of the arguments' keys (rule D2). Boxed
// calls use this function to redispatch from a kernel. A composite operator ignores `keys`, because it has a single
// body (rule D4).
template <typename Op, typename... Arguments>
decltype(auto) call_with(c10::DispatchKeySet keys, Arguments&&... arguments) {
  if constexpr (kind_of<Op> == OperatorKind::Composite)
    return call<Op>(std::forward<Arguments>(arguments)...);
  else
    return Table<Op>::kernels[static_cast<int>(level_of(keys))](keys, std::forward<Arguments>(arguments)...);
}

}  // namespace modecheck::engine

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
