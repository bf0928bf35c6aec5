// Where the libraries of CUDA lie that are loaded while a program runs: where the system looks for them, or in a Python
// package.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace modecheck::engine::cuda {

// Files to try, in this order. `folders`: where a folder of Python packages keeps them, as "nvidia/cudnn/lib".
std::vector<std::string> library_places(std::initializer_list<const char*> names,
                                        std::initializer_list<const char*> folders);

}  // namespace modecheck::engine::cuda
