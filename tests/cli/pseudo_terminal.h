// Runs the built command on a pseudo-terminal.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace modecheck::cli {

// Returns what the command writes to a terminal of the given width and of forty lines, on both streams. `environment`
// is added to the environment of this process.
std::string run_in_terminal(const std::vector<std::string>& arguments, int columns,
                            const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace modecheck::cli
