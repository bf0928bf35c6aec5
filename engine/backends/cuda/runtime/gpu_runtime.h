// Finds the GPU, if there is one, by loading libmodecheck_gpu.so.
#pragma once

#include <string>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

// Returns the runtime of the first GPU, which is found once and never destroyed. Returns nullptr if there is none. Then
// `why`, if not null, says whether the library, the driver or the GPU is missing. The library is searched at
// MODECHECK_GPU_LIBRARY if that is set. Otherwise it is searched beside the file that holds this code, where a build
// puts it, and in the system's library folders.
Runtime* gpu_runtime(std::string* why = nullptr);

// Returns true if there is a GPU. A child process asks the driver, because a process that asked could not use CUDA in
// its forks. Searches for programs start such forks.
bool gpu_is_there();

}  // namespace modecheck::engine::cuda
