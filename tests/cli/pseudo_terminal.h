// Runs the built command on a terminal of its own.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace modecheck::cli {

// Returns what the command writes to a terminal of that width and forty lines, on both streams. `environment` is added
// to this process's.
std::string run_in_terminal(const std::vector<std::string>& arguments, int columns,
                            const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace modecheck::cli
