// "did you mean": the name that a mistyped one is nearest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modecheck::cli {

// " (did you mean 'add_'?)", or nothing if no name is near.
std::string suggestion(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace modecheck::cli
