// Finds the files of CUDA libraries such as cuBLASLt and cuDNN, which are loaded at run time.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace modecheck::engine::cuda {

// Returns the files to try, in order: first where the system looks, then in Python packages. `folders` are subfolders
// of a site-packages folder, such as "nvidia/cudnn/lib".
std::vector<std::string> library_places(std::initializer_list<const char*> names,
                                        std::initializer_list<const char*> folders);

}  // namespace modecheck::engine::cuda
