// Declares c10::OperatorName: an operator's name with its namespace, and its overload. "aten::add.Tensor" is
// {"aten::add", "Tensor"}.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/core/types/array_ref.h"

namespace c10 {
inline namespace modecheck_v1 {

struct OperatorName final {
  std::string name;
  std::string overload_name;

  OperatorName(std::string full_name, std::string overload)
      : name(std::move(full_name)), overload_name(std::move(overload)) {}

  // Returns the namespace without the colons, or nullopt if the name has no namespace.
  optional<string_view> getNamespace() const {
    const std::size_t colons = name.find("::");
    if (colons == std::string::npos) return nullopt;
    return string_view(name).substr(0, colons);
  }
  // Prepends the namespace unless the name already has one. Returns whether the namespace was prepended.
  bool setNamespaceIfNotSet(const char* ns) {
    if (getNamespace().has_value()) return false;
    name = std::string(ns) + "::" + name;
    return true;
  }
  bool operator==(const OperatorName& other) const {
    return name == other.name && overload_name == other.overload_name;
  }
  bool operator!=(const OperatorName& other) const { return !(*this == other); }
};

inline std::string toString(const OperatorName& name) {
  return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}
inline std::ostream& operator<<(std::ostream& out, const OperatorName& name) { return out << toString(name); }

}  // namespace modecheck_v1
}  // namespace c10

template <>
struct std::hash<c10::OperatorName> {
  std::size_t operator()(const c10::OperatorName& name) const {
    return std::hash<std::string>()(name.name) * 31 + std::hash<std::string>()(name.overload_name);
  }
};
