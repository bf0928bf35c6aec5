// Returns readable names of C++ types, without the inline namespace that the engine puts around libtorch's names.
#pragma once

#include <string>
#include <typeinfo>

namespace modecheck::engine {

std::string type_name(const std::type_info& type);

// Demangles `symbol`, or returns it unchanged if it cannot be demangled.
std::string readable_symbol(const char* symbol);

}  // namespace modecheck::engine
