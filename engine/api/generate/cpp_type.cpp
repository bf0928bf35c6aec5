#include "engine/api/generate/cpp_type.h"

namespace modecheck::generate {

using spec::operators::Type;

std::string cpp_type(Type type) {
  switch (type) {
    case Type::Tensor:
      return "const Tensor&";
    case Type::OptionalTensor:
      return "const c10::optional<Tensor>&";
    case Type::TensorList:
      return "TensorList";
    case Type::OptionalTensorList:
      return "const c10::List<c10::optional<Tensor>>&";
    case Type::Int:
      return "std::int64_t";
    case Type::OptionalInt:
      return "c10::optional<std::int64_t>";
    case Type::IntList:
      return "c10::IntArrayRef";
    case Type::OptionalIntList:
      return "c10::OptionalIntArrayRef";
    case Type::Scalar:
      return "const c10::Scalar&";
    case Type::OptionalScalar:
      return "const c10::optional<c10::Scalar>&";
    case Type::Float:
      return "double";
    case Type::OptionalFloat:
      return "c10::optional<double>";
    case Type::OptionalFloatList:
      return "c10::optional<c10::ArrayRef<double>>";
    case Type::String:
      return "std::string_view";
    case Type::OptionalString:
      return "c10::optional<std::string_view>";
    case Type::Bool:
      return "bool";
    case Type::OptionalBool:
      return "c10::optional<bool>";
    case Type::ScalarType:
      return "c10::ScalarType";
    case Type::OptionalScalarType:
      return "c10::optional<c10::ScalarType>";
    case Type::OptionalLayout:
      return "c10::optional<c10::Layout>";
    case Type::OptionalDevice:
      return "c10::optional<c10::Device>";
    case Type::MemoryFormat:
      return "c10::MemoryFormat";
    case Type::OptionalMemoryFormat:
      return "c10::optional<c10::MemoryFormat>";
    case Type::OptionalGenerator:
      return "c10::optional<Generator>";
  }
  return {};
}

std::string cpp_default(const spec::operators::Argument& argument) {
  const std::string_view text = argument.default_text;
  // Schemas give the default value of a memory format as a number. The only such number in the catalogue is 0,
  // Contiguous.
  if (argument.type == Type::MemoryFormat && !text.empty()) return "c10::MemoryFormat::Contiguous";
  if (text == "None") return argument.type == Type::OptionalTensor ? "{}" : "c10::nullopt";
  if (text == "True") return "true";
  if (text == "False") return "false";
  // The schema parser has already cut off the closing bracket of a list's default value. This line replaces both
  // brackets by the braces of C++.
  if (!text.empty() && text[0] == '[') return "{" + std::string(text.substr(1)) + "}";
  std::string out(text);
  for (char& character : out)
    if (character == '\'') character = '"';
  return out;
}

std::string cpp_result(const spec::operators::Schema& schema) {
  if (schema.return_count == 0) return "void";
  if (schema.returns[0].type == Type::TensorList) return "std::vector<Tensor>";
  if (schema.return_count == 1) return "Tensor";
  std::string out = "std::tuple<Tensor";
  for (int i = 1; i < schema.return_count; ++i) out += ", Tensor";
  return out + ">";
}

}  // namespace modecheck::generate
