// Declares torch::jit::Object, a handle of an object of a TorchScript program. Copies of the handle share the object.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/jit/method.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

class Object {
 public:
  // A handle without an object. Every other function raises an Argument error on it.
  Object() = default;
  explicit Object(c10::detail::ScriptObject object) : object_(std::move(object)) {}

  // Returns the qualified name of the object's class, such as "__torch__.Net".
  const std::string& type_name() const;

  // Returns the attribute or the constant of the class. Lists and dictionaries are copies. Raises an Argument error if
  // there is none.
  c10::IValue attr(const std::string& name) const;
  c10::IValue attr(const std::string& name, c10::IValue or_else) const;
  bool hasattr(const std::string& name) const;
  // Raises an Argument error if the class has no such attribute or declares another type for it.
  void setattr(const std::string& name, c10::IValue value);

  // Raises an Argument error that lists the methods if there is no such method.
  Method get_method(const std::string& name) const;
  std::optional<Method> find_method(const std::string& name) const;
  std::vector<Method> get_methods() const;
  // Calls the method with the values as arguments.
  template <typename... Types>
  c10::IValue run_method(const std::string& method_name, Types&&... args) {
    return get_method(method_name)({c10::IValue(std::forward<Types>(args))...});
  }

  // Returns a new object that shares the values of all attributes.
  Object copy() const { return Object(copied()); }
  // Returns a new object with copies of all attributes. What occurs twice in the object occurs twice in the copy.
  // A copied tensor is a leaf that requires grad if the tensor does; libtorch's copy has a history.
  Object deepcopy() const { return Object(copied_deeply()); }

  c10::IValue _ivalue() const { return held(); }

 protected:
  // Returns the object, or raises if there is none.
  const c10::detail::ScriptObject& held() const;
  c10::detail::ScriptObject copied() const;
  c10::detail::ScriptObject copied_deeply() const;

 private:
  c10::detail::ScriptObject object_;
};

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
