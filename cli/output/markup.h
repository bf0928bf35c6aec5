// Escapes text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace modecheck::cli {

std::string escaped(std::string_view text);

}  // namespace modecheck::cli
