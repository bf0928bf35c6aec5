// The readable name of a C++ type, without the inline namespace of our libtorch names.
#pragma once

#include <string>
#include <typeinfo>

namespace modecheck::engine {

std::string type_name(const std::type_info& type);

// `symbol` demangled, or as it is if it cannot be.
std::string readable_symbol(const char* symbol);

}  // namespace modecheck::engine
