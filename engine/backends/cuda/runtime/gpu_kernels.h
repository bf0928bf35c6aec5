// The kernels of libmodecheck_gpu.
#pragma once

#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// Starts the kernel of this key that computes in `type` with so many inputs; nullptr: there is none, or no library.
Launch::OnDevice gpu_kernel(const char* key, c10::ScalarType type, int inputs);

}  // namespace modecheck::engine::cuda
