// A schema, parsed from libtorch's own text at compile time. A schema with a mistake in its text does not compile.
//
//   constexpr Schema s = parse("add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
//   s.name == "add_", s.overload == "Tensor", s.arguments[0].write == true, s.arguments[2].keyword_only == true
//
// This header is C++17, because the libtorch plug-in includes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/operators/type.h"

namespace modecheck::spec::operators {

struct Argument {
  std::string_view name;
  std::string_view default_text;  // the default value's text; empty: there is no default
  std::string_view operation;     // the name of the operator that has this argument, without the overload
  Type type = Type::Tensor;
  char alias_set = 0;  // the 'a' of `Tensor(a!)`; 0: the argument aliases no result
  bool write = false;  // the argument is written, as the `!` of `Tensor(a!)` says
  bool keyword_only = false;
  std::uint8_t list_size = 0;  // the N of `int[N]`; 0: the type names no such number

  constexpr bool is_tensor() const {
    return type == Type::Tensor || type == Type::OptionalTensor || type == Type::TensorList ||
           type == Type::OptionalTensorList;
  }
};

struct Return {
  Type type = Type::Tensor;
  char alias_set = 0;
  bool write = false;
};

struct Schema {
  static constexpr std::size_t max_arguments = 10;
  static constexpr std::size_t max_returns = 4;

  std::string_view text;
  std::string_view qualified_name;  // the name with the overload, for example "add_.Tensor"
  std::string_view name;            // the name without the overload, for example "add_"
  std::string_view overload;        // the name of the overload, for example "Tensor", or empty
  std::array<Argument, max_arguments> arguments{};
  std::array<Return, max_returns> returns{};
  std::uint8_t argument_count = 0;
  std::uint8_t return_count = 0;

  constexpr bool writes() const {
    for (std::size_t i = 0; i < argument_count; ++i)
      if (arguments[i].write) return true;
    return false;
  }
};

namespace detail {

// Called while a schema is parsed at compile time if its text is malformed. The function is not constexpr, so the call
// stops the compilation.
inline void schema_is_malformed(const char* /*what*/) {}

struct Cursor {
  std::string_view text;
  std::size_t at = 0;

  constexpr bool done() const { return at >= text.size(); }
  constexpr char peek() const { return done() ? '\0' : text[at]; }
  constexpr bool accept(std::string_view word) {
    if (text.substr(at, word.size()) != word) return false;
    at += word.size();
    return true;
  }
  constexpr void expect(std::string_view word) {
    if (!accept(word)) schema_is_malformed("expected punctuation");
  }
  constexpr std::string_view until(std::string_view stops) {
    const std::size_t begin = at;
    while (!done() && stops.find(peek()) == std::string_view::npos) ++at;
    return text.substr(begin, at - begin);
  }
};

struct ParsedType {
  Type type = Type::Tensor;
  char alias_set = 0;
  bool write = false;
  std::uint8_t list_size = 0;
};

constexpr ParsedType parse_type(Cursor& in) {
  const std::string_view word = in.until(" ([?,)");
  ParsedType out;
  if (word == "Tensor" && in.accept("(")) {
    out.alias_set = in.peek();
    ++in.at;
    out.write = in.accept("!");
    in.accept(" -> *");
    in.expect(")");
  }
  bool list = false;
  const bool of_optionals = word == "Tensor" && in.text.substr(in.at, 2) == "?[" && in.accept("?");
  if (in.accept("[")) {
    for (const char digit : in.until("]")) out.list_size = static_cast<std::uint8_t>(10 * out.list_size + digit - '0');
    in.expect("]");
    list = true;
  }
  const bool optional = in.accept("?");
  if (word == "Tensor") {
    out.type = of_optionals ? Type::OptionalTensorList
               : list       ? Type::TensorList
               : optional   ? Type::OptionalTensor
                            : Type::Tensor;
  } else if (word == "int" || word == "SymInt") {
    out.type = list ? (optional ? Type::OptionalIntList : Type::IntList) : optional ? Type::OptionalInt : Type::Int;
  } else if (word == "Scalar") {
    out.type = optional ? Type::OptionalScalar : Type::Scalar;
  } else if (word == "float") {
    out.type = list ? Type::OptionalFloatList : optional ? Type::OptionalFloat : Type::Float;
    if (list && !optional) schema_is_malformed("a float[] that must be there");
  } else if (word == "str") {
    out.type = optional ? Type::OptionalString : Type::String;
  } else if (word == "bool") {
    out.type = optional ? Type::OptionalBool : Type::Bool;
  } else if (word == "ScalarType") {
    out.type = optional ? Type::OptionalScalarType : Type::ScalarType;
  } else if (word == "Layout" && optional) {
    out.type = Type::OptionalLayout;
  } else if (word == "Device" && optional) {
    out.type = Type::OptionalDevice;
  } else if (word == "Generator" && optional) {
    out.type = Type::OptionalGenerator;
  } else if (word == "MemoryFormat") {
    out.type = optional ? Type::OptionalMemoryFormat : Type::MemoryFormat;
  } else {
    schema_is_malformed("unknown type");
  }
  return out;
}

}  // namespace detail

// Parses a schema `name.overload(Type name=default, *, ...) -> Type`. If `text` is malformed, the call is no constant
// expression.
constexpr Schema parse(std::string_view text) {
  Schema out;
  out.text = text;
  detail::Cursor in{text};
  out.qualified_name = in.until("(");
  const std::size_t dot = out.qualified_name.find('.');
  out.name = out.qualified_name.substr(0, dot);
  if (dot != std::string_view::npos) out.overload = out.qualified_name.substr(dot + 1);
  if (out.name.empty()) detail::schema_is_malformed("no name");
  in.expect("(");
  bool keyword_only = false;
  while (!in.accept(")")) {
    if (in.accept("*")) {
      keyword_only = true;
    } else {
      if (out.argument_count == Schema::max_arguments) detail::schema_is_malformed("too many arguments");
      const detail::ParsedType parsed = detail::parse_type(in);
      in.expect(" ");
      Argument argument;
      argument.operation = out.name;
      argument.type = parsed.type;
      argument.alias_set = parsed.alias_set;
      argument.write = parsed.write;
      argument.keyword_only = keyword_only;
      argument.list_size = parsed.list_size;
      argument.name = in.until("=,)");
      if (in.accept("=")) argument.default_text = in.peek() == '[' ? in.until("]") : in.until(",)");
      if (!argument.default_text.empty() && argument.default_text[0] == '[') in.expect("]");
      if (argument.name.empty()) detail::schema_is_malformed("an argument has no name");
      out.arguments[out.argument_count] = argument;
      ++out.argument_count;
    }
    if (in.peek() != ')') in.expect(", ");
  }
  in.expect(" -> ");
  if (in.accept("()")) {
    if (!in.done()) detail::schema_is_malformed("text after the returns");
    return out;
  }
  const bool several = in.accept("(");
  while (true) {
    if (out.return_count == Schema::max_returns) detail::schema_is_malformed("too many returns");
    const detail::ParsedType parsed = detail::parse_type(in);
    out.returns[out.return_count].type = parsed.type;
    out.returns[out.return_count].alias_set = parsed.alias_set;
    out.returns[out.return_count].write = parsed.write;
    ++out.return_count;
    in.until(",)");
    if (!several || !in.accept(", ")) break;
  }
  if (several) in.expect(")");
  if (!in.done()) detail::schema_is_malformed("text after the returns");
  return out;
}

}  // namespace modecheck::spec::operators
