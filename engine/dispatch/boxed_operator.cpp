#include "engine/dispatch/boxed_operator.h"

#include <array>
#include <string>
#include <tuple>
#include <unordered_map>

#include "engine/dispatch/call.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {
namespace {

using operators::Type;

// Converts a boxed argument to the type in the operator's signature. If the signature takes a reference to an object
// that the box does not contain, this function returns a value. The value lives until the call ends.
template <Type type>
decltype(auto) unbox(const c10::IValue& value) {
  if constexpr (type == Type::Tensor) {
    return value.toTensor();
  } else if constexpr (type == Type::OptionalTensor) {
    return value.isNone() ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(value.toTensor());
  } else if constexpr (type == Type::TensorList) {
    return at::TensorList(value.toTensorVector());
  } else if constexpr (type == Type::OptionalTensorList) {
    return value.toOptionalTensorList();
  } else if constexpr (type == Type::Int) {
    return value.toInt();
  } else if constexpr (type == Type::OptionalInt) {
    return value.isNone() ? c10::optional<std::int64_t>() : c10::optional<std::int64_t>(value.toInt());
  } else if constexpr (type == Type::IntList) {
    return c10::IntArrayRef(value.toIntVector());
  } else if constexpr (type == Type::OptionalIntList) {
    return value.isNone() ? c10::OptionalIntArrayRef() : c10::OptionalIntArrayRef(value.toIntVector());
  } else if constexpr (type == Type::Scalar) {
    return value.toScalar();
  } else if constexpr (type == Type::OptionalScalar) {
    return value.isNone() ? c10::optional<c10::Scalar>() : c10::optional<c10::Scalar>(value.toScalar());
  } else if constexpr (type == Type::Float) {
    return value.toDouble();
  } else if constexpr (type == Type::OptionalFloat) {
    return value.isNone() ? c10::optional<double>() : c10::optional<double>(value.toDouble());
  } else if constexpr (type == Type::OptionalFloatList) {
    return value.isNone() ? c10::optional<c10::ArrayRef<double>>()
                          : c10::optional<c10::ArrayRef<double>>(value.toDoubleVector());
  } else if constexpr (type == Type::String) {
    return value.toStringView();
  } else if constexpr (type == Type::OptionalString) {
    return value.isNone() ? c10::optional<std::string_view>() : c10::optional<std::string_view>(value.toStringView());
  } else if constexpr (type == Type::Bool) {
    return value.toBool();
  } else if constexpr (type == Type::OptionalBool) {
    return value.isNone() ? c10::optional<bool>() : c10::optional<bool>(value.toBool());
  } else if constexpr (type == Type::ScalarType) {
    return value.toScalarType();
  } else if constexpr (type == Type::OptionalScalarType) {
    return value.isNone() ? c10::optional<c10::ScalarType>() : c10::optional<c10::ScalarType>(value.toScalarType());
  } else if constexpr (type == Type::OptionalLayout) {
    return value.isNone() ? c10::optional<c10::Layout>() : c10::optional<c10::Layout>(value.toLayout());
  } else if constexpr (type == Type::OptionalDevice) {
    return value.isNone() ? c10::optional<c10::Device>() : c10::optional<c10::Device>(value.toDevice());
  } else if constexpr (type == Type::MemoryFormat) {
    return value.toMemoryFormat();
  } else if constexpr (type == Type::OptionalGenerator) {
    MODECHECK_CHECK(value.isNone(), ErrorClass::Argument,
                    "boxed call: a generator cannot be boxed; seed the default one with at::manual_seed instead");
    return c10::optional<at::Generator>();
  } else {
    static_assert(type == Type::OptionalMemoryFormat);
    return value.isNone() ? c10::optional<c10::MemoryFormat>()
                          : c10::optional<c10::MemoryFormat>(value.toMemoryFormat());
  }
}

template <typename Op, typename... Arguments>
decltype(auto) run(const c10::DispatchKeySet* keys, Arguments&&... arguments) {
  if (keys != nullptr) return call_with<Op>(*keys, std::forward<Arguments>(arguments)...);
  return call<Op>(std::forward<Arguments>(arguments)...);
}

template <typename Op, std::size_t... I>
void call_boxed(torch::jit::Stack& stack, const c10::DispatchKeySet* keys, std::index_sequence<I...>) {
  constexpr std::size_t count = sizeof...(I);
  MODECHECK_CHECK(stack.size() >= count, ErrorClass::Argument, schema_of<Op>.qualified_name, ": expected ", count,
                  " boxed arguments but the stack has ", stack.size());
  const auto first = stack.end() - static_cast<std::ptrdiff_t>(count);
  if constexpr (std::is_void_v<decltype(call<Op>(unbox<schema_of<Op>.arguments[I].type>(first[I])...))>) {
    run<Op>(keys, unbox<schema_of<Op>.arguments[I].type>(first[I])...);
    if constexpr (schema_of<Op>.return_count == 0) {
      stack.erase(first, stack.end());
      return;
    }
    // The operator returns its written arguments. They stay on the stack, and all other arguments are removed.
    constexpr auto begin = static_cast<std::ptrdiff_t>(written_argument<Op>);
    constexpr auto end = begin + static_cast<std::ptrdiff_t>(written_count<Op>);
    stack.erase(first + end, stack.end());
    stack.erase(first, first + begin);
  } else {
    auto result = run<Op>(keys, unbox<schema_of<Op>.arguments[I].type>(first[I])...);
    stack.erase(first, stack.end());
    if constexpr (schema_of<Op>.return_count > 1)
      std::apply([&](auto&... each) { (stack.emplace_back(std::move(each)), ...); }, result);
    else
      stack.emplace_back(std::move(result));
  }
}

template <typename Op>
void call_boxed(torch::jit::Stack& stack, const c10::DispatchKeySet* keys) {
  call_boxed<Op>(stack, keys, std::make_index_sequence<schema_of<Op>.argument_count>());
}

template <typename... Ops>
constexpr std::array<BoxedOperator, sizeof...(Ops)> box_all(operators::List<Ops...>) {
  return {BoxedOperator{&schema_of<Ops>, &call_boxed<Ops>}...};
}

constexpr std::array<BoxedOperator, operators::Catalogue::size> all_operators = box_all(operators::Catalogue{});

}  // namespace

const BoxedOperator* find_operator(std::string_view name, std::string_view overload) {
  static const auto* const by_name = [] {
    auto* const out = new std::unordered_map<std::string_view, const BoxedOperator*>;
    for (const BoxedOperator& op : all_operators) out->emplace(op.schema->qualified_name, &op);
    return out;
  }();
  std::string qualified(name);
  if (!overload.empty()) qualified.append(".").append(overload);
  const auto found = by_name->find(qualified);
  return found == by_name->end() ? nullptr : found->second;
}

void each_operator(const std::function<void(const BoxedOperator& op)>& visit) {
  for (const BoxedOperator& op : all_operators) visit(op);
}

const BoxedOperator& operator_at(std::size_t index) { return all_operators[index]; }

}  // namespace modecheck::engine
