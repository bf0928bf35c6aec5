// The files that mutants are made in: a list that is kept with the sources.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace modecheck::mutants {

// Area and file, a line each; `#` for comments. Throws std::runtime_error for a line that is neither.
std::vector<std::pair<std::string, std::string>> read_places(const std::string& path);

}  // namespace modecheck::mutants
