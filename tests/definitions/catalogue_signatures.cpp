#include "tests/definitions/catalogue_signatures.h"

#include <vector>

#include "spec/program/operation.h"
#include "tests/definitions/declarations.h"

namespace modecheck::definitions {
namespace {

using spec::operators::Type;

std::string in_cpp(Type type) {
  switch (type) {
    case Type::Tensor:
      return "Tensor";
    case Type::OptionalTensor:
      return "optional<Tensor>";
    case Type::TensorList:
      return "TensorList";
    case Type::OptionalTensorList:
      return "List<optional<Tensor>>";
    case Type::Int:
      return "int64_t";
    case Type::OptionalInt:
      return "optional<int64_t>";
    case Type::IntList:
      return "IntArrayRef";
    case Type::OptionalIntList:
      return "OptionalIntArrayRef";
    case Type::Scalar:
      return "Scalar";
    case Type::OptionalScalar:
      return "optional<Scalar>";
    case Type::Float:
      return "double";
    case Type::OptionalFloat:
      return "optional<double>";
    case Type::OptionalFloatList:
      return "optional<ArrayRef<double>>";
    case Type::String:
      return "string_view";
    case Type::OptionalString:
      return "optional<string_view>";
    case Type::Bool:
      return "bool";
    case Type::OptionalBool:
      return "optional<bool>";
    case Type::ScalarType:
      return "ScalarType";
    case Type::OptionalScalarType:
      return "optional<ScalarType>";
    case Type::OptionalLayout:
      return "optional<Layout>";
    case Type::OptionalDevice:
      return "optional<Device>";
    case Type::MemoryFormat:
      return "MemoryFormat";
    case Type::OptionalGenerator:
      return "optional<Generator>";
    case Type::OptionalMemoryFormat:
      return "optional<MemoryFormat>";
  }
  return {};
}

using Types = std::vector<std::string>;

std::string signature(const std::string& name, const Types& types) { return Declaration{name, types}.text(); }

Types joined(Types first, const Types& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// In C++, an operator takes dtype, layout, device and pin_memory as one TensorOptions argument. It stands last, or
// before a memory format, which may be omitted.
void add_with_options(const std::string& name, const Types& types, std::set<std::string>& to) {
  for (std::size_t i = 0; i + 3 < types.size(); ++i) {
    if (types[i + 1] != in_cpp(Type::OptionalLayout)) continue;
    Types shorter(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(i));
    shorter.push_back("TensorOptions");
    to.insert(signature(name, shorter));
    shorter.insert(shorter.end(), types.begin() + static_cast<std::ptrdiff_t>(i) + 4, types.end());
    to.insert(signature(name, shorter));
  }
}

}  // namespace

std::set<std::string> catalogue_signatures() {
  std::set<std::string> out;
  for (const spec::Operation& row : spec::operations()) {
    if (row.kind != spec::CommandKind::Operator) continue;
    const std::string name(row.schema.name);
    Types types;
    Types written;
    for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
      const spec::operators::Argument& argument = row.schema.arguments[i];
      (argument.write && argument.keyword_only ? written : types).push_back(in_cpp(argument.type));
    }
    if (written.empty()) {
      out.insert(signature(name, types));
      add_with_options(name, types, out);
    } else {
      out.insert(signature(name + "_out", joined(written, types)));
      out.insert(signature(name + "_outf", joined(types, written)));
    }
  }
  return out;
}

}  // namespace modecheck::definitions
