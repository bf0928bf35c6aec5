// Declares NamedValue, a parameter, buffer, attribute or submodule with its name.
#pragma once

#include <string>

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

template <typename T>
struct NamedValue {
  std::string name;
  T value;
};

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
