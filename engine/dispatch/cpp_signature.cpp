#include "engine/dispatch/cpp_signature.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

std::string CppSignature::name() const {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(type_.name(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? text.get() : type_.name();
}

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
