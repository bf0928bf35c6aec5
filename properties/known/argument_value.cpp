#include "properties/known/argument_value.h"

#include "spec/program/arguments.h"

namespace modecheck::properties {

using spec::operators::Type;

Term::Kind argument_kind(const spec::operators::Argument& argument) {
  switch (argument.type) {
    case Type::Tensor:
    case Type::OptionalTensor:
    case Type::TensorList:
    case Type::OptionalTensorList:
      return Term::Kind::Tensor;
    case Type::Int:
    case Type::OptionalInt:
    case Type::Scalar:
    case Type::OptionalScalar:
    case Type::Float:
      return Term::Kind::Number;
    case Type::IntList:
    case Type::OptionalIntList:
      return Term::Kind::Numbers;
    case Type::Bool:
      return Term::Kind::Truth;
    case Type::String:
    case Type::OptionalString:
    case Type::ScalarType:
    case Type::OptionalScalarType:
      return Term::Kind::Word;
    default:
      return Term::Kind::Unknown;
  }
}

std::vector<std::string_view> argument_words(const spec::operators::Argument& argument) {
  if (argument.type == Type::ScalarType || argument.type == Type::OptionalScalarType) return dtype_names();
  const spec::StringArguments words = spec::string_arguments_of(argument);
  return {words.begin(), words.end()};
}

std::vector<std::string_view> dtype_names() {
  std::vector<std::string_view> out;
  for (int i = 0; i < spec::kDTypes; ++i) out.push_back(name_of(static_cast<spec::DType>(i)));
  return out;
}

std::optional<Term::Value> argument_value(const MismatchContext& c, int argument) {
  const spec::Arguments arguments(c.record());
  switch (c.operation().schema.arguments[static_cast<std::size_t>(argument)].type) {
    case Type::Int:
      return 1.0 * arguments.integer(argument);
    case Type::OptionalInt:
      if (const auto number = arguments.optional_integer(argument)) return 1.0 * *number;
      return std::nullopt;
    case Type::Scalar:
    case Type::OptionalScalar:
      if (const auto scalar = arguments.optional_scalar(argument)) return scalar->value;
      return std::nullopt;
    case Type::Float:
      return arguments.floating(argument);
    case Type::IntList:
    case Type::OptionalIntList:
      if (const auto list = arguments.optional_integers(argument))
        return std::vector<double>(list->begin(), list->end());
      return std::nullopt;
    case Type::Bool:
      return arguments.boolean(argument) ? 1.0 : 0.0;
    case Type::String:
      return arguments.word(argument);
    case Type::OptionalString:
      return arguments.optional_word(argument);
    case Type::ScalarType:
    case Type::OptionalScalarType:
      if (const auto dtype = arguments.optional_dtype(argument)) return name_of(*dtype);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace modecheck::properties
