// The short form of a derivative: the name of its node, its operators, what it keeps for backward, and the formula.
//
//   MODECHECK_GRADIENT(DiagonalBackward0, (diagonal), self_sizes, offset, dim1, dim2) {
//     const at::Tensor whole = zeros(self_sizes, g);
//     call<operators::copy_>(call<operators::diagonal>(whole, offset, dim1, dim2), g, false);
//     return whole;
//   }
//
// The body returns the gradient of the operator's only differentiable input; `g` is the gradient of the result. With
// MODECHECK_GRADIENTS the body sets b.out(i) for each input i that b.needs(i), and reads saved tensors by b.get(self).
// Each name after the operators says what the derivative keeps, and is a variable of the body:
//
//   dim               The argument of this name. A tensor is saved, and an in-place operator saves a copy of the one
//                     that it overwrites. A tensor without gradient, such as an index, is saved as a constant.
//   self_sizes        The sizes of the argument `self`.
//   wrapped_dim       The argument `dim`, counted from the front of the operator's first tensor. A list that is absent
//                     or empty stands for all dimensions.
//   other_for_0       The argument `other`, kept only if backward will compute the gradient of input 0.
//   result            The operator's result.
//   result0, result1  The first and the second of several results. Only the first is saved as a result with a history.
//
// The list of operators may be empty; MODECHECK_REGISTER_INTERNAL then registers the derivative.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/dispatch/call.h"
#include "engine/kernels/register.h"

namespace modecheck::engine {

// Returns the dimensions counted from the front. Returns all dimensions if none were given.
inline SmallSizes wrapped(c10::OptionalIntArrayRef dims, std::int64_t rank) {
  SmallSizes out;
  if (!dims.has_value() || dims->empty()) {
    for (std::int64_t i = 0; i < rank; ++i) out.push_back(i);
    return out;
  }
  if (rank == 0) return out;
  for (std::int64_t dim : *dims) out.push_back(formula::wrap(dim, rank));
  return out;
}
inline std::int64_t wrapped(std::int64_t dim, std::int64_t rank) { return formula::wrap(dim, rank); }

// A name that can be a template argument. The name says which tensor a derivative saves: "other_for_0" is the argument
// `other`, in the form that the gradient of argument 0 needs.
template <std::size_t length>
struct KeptText {
  char text[length];
  consteval KeptText(const char (&from)[length]) {  // NOLINT: made from a literal
    for (std::size_t i = 0; i < length; ++i) text[i] = from[i];
  }
};

// The meaning of a name such as "other_for_0": which argument or result of the operator is kept, and in which form.
struct KeptName {
  std::size_t argument = no_argument;
  std::size_t result = no_argument;
  bool one_of_several = false;  // whether the name ends with the number of a result, as "result1" does
  std::size_t needed_for = no_argument;
  bool sizes = false;
  bool wrapped = false;
};

template <typename Op>
consteval std::size_t argument_named(std::string_view name) {
  for (std::size_t i = 0; i < schema_of<Op>.argument_count; ++i)
    if (schema_of<Op>.arguments[i].name == name) return i;
  return no_argument;
}

template <typename Op>
consteval KeptName parse_kept(std::string_view text) {
  KeptName out;
  if (text.starts_with("result")) {
    out.one_of_several = text != "result";
    out.result = out.one_of_several ? static_cast<std::size_t>(text.back() - '0') : 0;
    return out;
  }
  if (text.size() > 6 && text.substr(text.size() - 6, 5) == "_for_") {
    out.needed_for = static_cast<std::size_t>(text.back() - '0');
    text.remove_suffix(6);
  }
  if (text.starts_with("wrapped_")) {
    out.wrapped = true;
    text.remove_prefix(8);
  }
  out.argument = argument_named<Op>(text);
  if (out.argument != no_argument || !text.ends_with("_sizes")) return out;
  out.sizes = true;
  text.remove_suffix(6);
  out.argument = argument_named<Op>(text);
  return out;
}

template <typename Op, KeptText name>
inline constexpr KeptName kept_name = parse_kept<Op>(name.text);

template <typename Function>
struct ParametersOf;
template <typename Result, typename... Parameters>
struct ParametersOf<Result(Parameters...)> {
  using type = std::tuple<std::decay_t<Parameters>...>;
};

// The type in which a derivative keeps an argument of type T.
template <typename T>
struct KeptType {
  using type = T;
};
template <>
struct KeptType<at::Tensor> {
  using type = SavedTensor;
};
template <>
struct KeptType<c10::optional<at::Tensor>> : KeptType<at::Tensor> {};
template <>
struct KeptType<c10::IntArrayRef> {
  using type = SmallSizes;
};
template <>
struct KeptType<c10::OptionalIntArrayRef> : KeptType<c10::IntArrayRef> {};
template <>
struct KeptType<std::string_view> {
  using type = std::string;
};
template <>
struct KeptType<c10::optional<std::string_view>> {
  using type = c10::optional<std::string>;
};

template <typename Op, KeptText name>
struct KeptOf {
  static constexpr KeptName kept = kept_name<Op, name>;
  static_assert(kept.argument != no_argument || kept.result != no_argument,
                "the operator has no argument of this name; engine/derivatives/gradient.h says what names stand for");
  static_assert(kept.result == no_argument || kept.one_of_several == (schema_of<Op>.return_count > 1),
                "`result` is for operators with one result; result0, result1 and so on are for those with several");
  static auto type_of() {
    if constexpr (kept.result != no_argument)
      return std::type_identity<SavedTensor>();
    else if constexpr (kept.sizes)
      return std::type_identity<SmallSizes>();
    else
      return KeptType<std::tuple_element_t<kept.argument, typename ParametersOf<Signature<Op>>::type>>();
  }
  using type = typename decltype(type_of())::type;
};
template <typename Op, KeptText name>
using Kept = typename KeptOf<Op, name>::type;
template <typename Op, KeptText name>
using KeptValue = std::conditional_t<std::is_same_v<Kept<Op, name>, SavedTensor>, at::Tensor, Kept<Op, name>>;

template <typename Op, std::size_t index>
void keep_tensor(Saver& saver, SavedTensor& saved, const at::Tensor& tensor) {
  if constexpr (kind_of<Op> == OperatorKind::InPlace && index == 0)
    saver.overwritten(saved, tensor);
  else if constexpr (flows_to<Op>(schema_of<Op>.arguments[index]))
    saver.input(saved, tensor);
  else
    saver.constant(saved, tensor);
}
template <typename Op, std::size_t index>
void keep_tensor(Saver& saver, SavedTensor& saved, const c10::optional<at::Tensor>& tensor) {
  if (tensor.has_value() && tensor->defined()) keep_tensor<Op, index>(saver, saved, *tensor);
}

template <typename Op>
constexpr std::size_t first_tensor = [] {
  for (std::size_t i = 0; i < schema_of<Op>.argument_count; ++i)
    if (schema_of<Op>.arguments[i].is_tensor()) return i;
  return no_argument;
}();

template <typename Op, KeptText name, typename Member, typename... Arguments>
void keep(Saver& saver, Member& member, const Arguments&... arguments) {
  constexpr KeptName kept = kept_name<Op, name>;
  if constexpr (kept.result == no_argument) {
    if constexpr (kept.needed_for != no_argument) {
      if (!saver.needs(kept.needed_for)) return;
    }
    const auto& value = std::get<kept.argument>(std::tie(arguments...));
    if constexpr (kept.sizes)
      member = value.sizes();
    else if constexpr (kept.wrapped)
      member = wrapped(value, argument<first_tensor<Op>>(arguments...).dim());
    else if constexpr (std::is_same_v<Member, SavedTensor>)
      keep_tensor<Op, kept.argument>(saver, member, value);
    else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, c10::OptionalIntArrayRef>)
      member = value.value_or(c10::IntArrayRef());
    else
      member = value;
  }
}

template <typename Op, KeptText name, typename Member, typename Results>
void keep_result(Saver& saver, Member& member, const Results& results) {
  constexpr KeptName kept = kept_name<Op, name>;
  if constexpr (kept.result == 0)
    member.save_result(std::get<0>(results));
  else if constexpr (kept.result != no_argument)
    saver.constant(member, std::get<kept.result>(results));
}

// The number of results that are differentiable. These results come first.
template <typename Op>
inline constexpr std::size_t differentiable_results_of = 1;

inline at::Tensor value_of(Backward& b, const SavedTensor& saved) { return b.get(saved); }
template <typename T>
const T& value_of(Backward& /*only for saved tensors*/, const T& kept) {
  return kept;
}

// A derivative that gives all inputs zero gradients.
struct ZeroGradients : Differentiable {
  void backward(Backward& b) {
    for (std::size_t i = 0; i < b.inputs(); ++i)
      if (b.needs(i)) b.out(i) = formula::zeros_like(b.gradient());
  }
};

// Returns a reference to a kept tensor, and nothing for other kept values.
inline std::tuple<SavedTensor&> saved_among(SavedTensor& saved) { return saved; }
template <typename T>
std::tuple<> saved_among(T& /*no tensor*/) {
  return {};
}

}  // namespace modecheck::engine

// The members of a derivative have no initial values, which would only cost time: save() sets every member that is no
// saved tensor.
#define MODECHECK_KEPT_MEMBER(kept) Kept<Op, #kept> kept;
#define MODECHECK_KEPT_SAVED(kept) , saved_among(kept)
#define MODECHECK_KEPT_SAVE(kept) keep<Op, #kept>(saver, kept, arguments...);
#define MODECHECK_KEPT_RESULT(kept) keep_result<Op, #kept>(saver, kept, results);
#define MODECHECK_KEPT_VALUE(kept) const auto& kept##_value = value_of(b, kept);
#define MODECHECK_KEPT_ARGUMENT(kept) , kept##_value
#define MODECHECK_KEPT_PARAMETER(kept) , [[maybe_unused]] const KeptValue<Op, #kept>& kept
#define MODECHECK_FOR_EACH_KEPT(row, ...) __VA_OPT__(MODECHECK_FOR_EACH(row, (), __VA_ARGS__))
// Defines the members and functions of a derivative that keeps the arguments and results with the given names. If
// `result` is among the names, the generic kernel saves the operator's result. `flatten` inlines all calls in save(),
// so that asking the node which gradients it needs costs no function call.
#define MODECHECK_KEEPS(node, ...)                                                                                   \
  static constexpr const char* name = #node;                                                                         \
  static constexpr std::size_t differentiable_results = differentiable_results_of<Op>;                               \
  static constexpr bool saves_result =                                                                               \
      (std::string_view(", " #__VA_ARGS__ ",").find(", result,") != std::string_view::npos);                         \
  MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_MEMBER, __VA_ARGS__)                                                        \
  auto saved() { return std::tuple_cat(std::tuple<>() MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_SAVED, __VA_ARGS__)); } \
  template <typename... Arguments>                                                                                   \
  [[gnu::flatten]] void save([[maybe_unused]] Saver& saver, [[maybe_unused]] const Arguments&... arguments) {        \
    MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_SAVE, __VA_ARGS__)                                                        \
  }                                                                                                                  \
  template <typename Results>                                                                                        \
  void save_results([[maybe_unused]] Saver& saver, [[maybe_unused]] const Results& results) {                        \
    MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_RESULT, __VA_ARGS__)                                                      \
  }

#define MODECHECK_REGISTER_LISTED(node, ...) __VA_OPT__(MODECHECK_REGISTER_WITH_OWN(node, __VA_ARGS__))

#define MODECHECK_GRADIENT(node, ops, ...)                                                                            \
  namespace {                                                                                                         \
  template <typename Op>                                                                                              \
  struct node : Differentiable {                                                                                      \
    MODECHECK_KEEPS(node, __VA_ARGS__)                                                                                \
    void backward(Backward& b) {                                                                                      \
      if (!b.needs(0)) return;                                                                                        \
      MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_VALUE, __VA_ARGS__)                                                      \
      b.out(0) = formula_of(b.gradient() MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_ARGUMENT, __VA_ARGS__));              \
    }                                                                                                                 \
    static at::Tensor formula_of(const at::Tensor& g MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_PARAMETER, __VA_ARGS__)); \
  };                                                                                                                  \
  }                                                                                                                   \
  MODECHECK_REGISTER_LISTED(node, MODECHECK_UNPACKED ops)                                                             \
  template <typename Op>                                                                                              \
  at::Tensor node<Op>::formula_of(                                                                                    \
      [[maybe_unused]] const at::Tensor& g MODECHECK_FOR_EACH_KEPT(MODECHECK_KEPT_PARAMETER, __VA_ARGS__))

#define MODECHECK_GRADIENTS(node, ops, ...)                         \
  namespace {                                                       \
  template <typename Op>                                            \
  struct node : Differentiable {                                    \
    MODECHECK_KEEPS(node, __VA_ARGS__)                              \
    void backward(Backward& b) { give_gradients(b, b.gradient()); } \
    void give_gradients(Backward& b, const at::Tensor& g);          \
  };                                                                \
  }                                                                 \
  MODECHECK_REGISTER_LISTED(node, MODECHECK_UNPACKED ops)           \
  template <typename Op>                                            \
  void node<Op>::give_gradients([[maybe_unused]] Backward& b, [[maybe_unused]] const at::Tensor& g)

// Registers operators whose derivative differs from the derivative `other` in the name of its node only.
#define MODECHECK_GRADIENT_OF(other, node, ...) \
  namespace {                                   \
  template <typename Op>                        \
  struct node : other<Op> {                     \
    static constexpr const char* name = #node;  \
  };                                            \
  }                                             \
  MODECHECK_REGISTER_WITH_OWN(node, __VA_ARGS__)

// Registers an internal operator, which is not in the catalogue. `derivative` is a template over the operator.
#define MODECHECK_REGISTER_INTERNAL(derivative, op)              \
  template <>                                                    \
  struct Derivative<internal::op> : derivative<internal::op> {}; \
  MODECHECK_REGISTER_ROW(internal::op)
