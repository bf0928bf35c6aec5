// Declares ClassType, a class of a TorchScript program: a module, a scripted class or a NamedTuple.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/script/attribute.h"
#include "engine/script/function.h"
#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

enum class ClassKind : std::uint8_t { Class, Module, NamedTuple };

struct ClassType {
  // Returns the place in `attributes`, or nullopt.
  std::optional<std::size_t> find_attribute(const std::string& attribute) const;
  // Returns the method, or null.
  const Function* find_method(const std::string& method) const;
  // Adds an attribute or a method, which the class must not have yet.
  void add_attribute(Attribute attribute);
  void add_method(const std::string& method, std::unique_ptr<Function> function);
  // Returns a constant of the class (`eps : Final[float] = 1e-05`), or null.
  const Value* find_constant(const std::string& constant) const;
  // Returns a reference that keeps the class alive.
  std::shared_ptr<const ClassType> reference() const { return {owner.lock(), this}; }

  std::string name;  // qualified: "__torch__.torch.nn.modules.conv.Conv2d"
  ClassKind kind = ClassKind::Class;
  std::vector<Attribute> attributes;               // in the order of the source; add_attribute() adds one
  std::vector<std::unique_ptr<Function>> methods;  // in the order of the source; add_method() adds one
  std::map<std::string, Value> constants;
  std::weak_ptr<const void> owner;  // the CompilationUnit

 private:
  // Places by name, because a class can have as many attributes as its source has lines.
  std::unordered_map<std::string, std::size_t> attribute_places_;
  std::unordered_map<std::string, std::size_t> method_places_;
};
// The reference keeps the whole CompilationUnit alive.
using ClassRef = std::shared_ptr<const ClassType>;

}  // namespace modecheck::engine::script
