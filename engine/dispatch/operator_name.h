// An operator's name: namespace and name, and the overload. "aten::add.Tensor" is {"aten::add", "Tensor"}.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace c10 {
inline namespace modecheck_v1 {

struct OperatorName final {
  std::string name;
  std::string overload_name;

  OperatorName(std::string full_name, std::string overload)
      : name(std::move(full_name)), overload_name(std::move(overload)) {}

  // Without the colons; nothing if the name has no namespace.
  std::string_view getNamespace() const {
    const std::size_t colons = name.find("::");
    return colons == std::string::npos ? std::string_view() : std::string_view(name).substr(0, colons);
  }
  bool operator==(const OperatorName&) const = default;
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
