// Looks up the GPU kernels of libmodecheck_gpu by key, dtype and number of inputs.
#pragma once

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

// Returns the function that launches a kernel, or nullptr if there is no such kernel. `type` is a c10::ScalarType.
Launch::OnDevice kernel(const char* key, int type, int inputs);

}  // namespace modecheck::engine::cuda
