// Finds the name that is nearest to a mistyped one, for "did you mean".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modecheck::cli {

// Returns, for example, " (did you mean 'add_'?)", or "" if no name is near.
std::string suggestion(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace modecheck::cli
