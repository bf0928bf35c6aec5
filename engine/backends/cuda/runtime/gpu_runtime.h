// Finds the GPU, if there is one: loads libmodecheck_gpu.so.
#pragma once

#include <string>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

// The runtime of the first GPU; looked for once, never destroyed. nullptr if there is none: then `why`, if given, says
// what is missing, the library, the driver or the GPU. The library is searched where MODECHECK_GPU_LIBRARY says, beside
// the file that holds this code and where a build puts it, and where the system looks for libraries.
Runtime* gpu_runtime(std::string* why = nullptr);

// Whether there is one, asked in a process of its own: a process that has asked the driver has none in those that it
// forks, and searches fork.
bool gpu_is_there();

}  // namespace modecheck::engine::cuda
