// Declares Type, a type that a TorchScript program writes in an annotation, such as `Optional[List[int]]`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/script/value.h"

namespace modecheck::engine::script {

struct ClassType;
struct Type;
using TypeRef = std::shared_ptr<const Type>;

enum class TypeKind : std::uint8_t {
  Any,
  None,
  Tensor,
  Int,
  Float,
  Complex,
  Bool,
  Number,  // int, float, bool or complex
  String,
  Device,
  Generator,
  List,   // `elements[0]` is the type of the elements
  Dict,   // `elements` are the types of keys and values
  Tuple,  // `elements`
  AnyList,
  AnyTuple,  // a tuple of any elements
  Optional,  // `elements[0]`
  Union,     // `elements`
  Class,     // `class_type`, which is null if only the name is known yet
};

struct Type {
  static TypeRef make(TypeKind kind, std::vector<TypeRef> elements = {});

  TypeKind kind = TypeKind::Any;
  std::vector<TypeRef> elements;
  std::string name;                       // the qualified name of a class
  const ClassType* class_type = nullptr;  // owned by the CompilationUnit
};

// Returns the type as a program writes it.
std::string to_string(const Type& type);
// Returns whether the types are the same. Types of more than some hundred parts that are written twice count as
// different, so that a comparison takes no long time.
bool are_same_type(const TypeRef& a, const TypeRef& b);
// Returns whether the value has the type. A list is examined element by element. A null type has every value.
bool has_type(const Value& value, const Type* type);
// Gives empty lists and dictionaries in `value` their element types, and returns the value.
Value annotated(Value value, const TypeRef& type);

}  // namespace modecheck::engine::script
