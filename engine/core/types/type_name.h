// Returns readable names of C++ types, without the inline namespace that the engine puts around libtorch's names.
#pragma once

#include <string>
#include <typeinfo>

namespace modecheck::engine {

std::string type_name(const std::type_info& type);

// Returns the readable name of the mangled C++ symbol `symbol`, or `symbol` unchanged if it is not a mangled name.
std::string readable_symbol(const char* symbol);

}  // namespace modecheck::engine
