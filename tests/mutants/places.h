// Reads the list of files in which mutants are made.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace modecheck::mutants {

// Returns the area and the file that each line names; `#` begins a comment. Throws std::runtime_error for a line of
// another form.
std::vector<std::pair<std::string, std::string>> read_places(const std::string& path);

}  // namespace modecheck::mutants
