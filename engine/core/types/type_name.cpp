#include "engine/core/types/type_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace modecheck::engine {

std::string readable_symbol(const char* symbol) {
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr),
                                                        std::free);
  std::string out = readable == nullptr ? symbol : readable.get();
  constexpr std::string_view ours = "modecheck_v1::";
  for (std::size_t at = out.find(ours); at != std::string::npos; at = out.find(ours, at)) out.erase(at, ours.size());
  return out;
}

std::string type_name(const std::type_info& type) { return readable_symbol(type.name()); }

}  // namespace modecheck::engine
