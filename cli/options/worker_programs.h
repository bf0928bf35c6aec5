// Worker programs beside the plug-ins. Each is linked to one library, which the end of the file's name tells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modecheck::cli {

struct WorkerProgram {
  std::string library;  // the end of the file's name: "engine", "torch", "torch-2.15.0"
  std::string file;
};

// Returns the programs in the folders of the plug-ins whose names begin with `prefix`, by library.
std::vector<WorkerProgram> find_worker_programs(std::string_view prefix);

}  // namespace modecheck::cli
