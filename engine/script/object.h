// Declares Object, an instance of a class of a TorchScript program. Modules are objects too.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/script/class_type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct Object {
  Object() = default;
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  // Makes an instance, all of whose attributes are None.
  static ObjectRef make(ClassRef type);

  // Returns the attribute, or null if the class has no attribute with this name. A constant of the class (Final) is no
  // attribute: ClassType::find_constant.
  Value* find(const std::string& name);
  const Value* find(const std::string& name) const;

  ClassRef type;
  std::vector<Value> attributes;  // in the order of ClassType::attributes
};

}  // namespace modecheck::engine::script
