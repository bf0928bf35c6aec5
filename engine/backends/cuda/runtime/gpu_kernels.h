// Looks up kernels in libmodecheck_gpu, for code that launches them.
#pragma once

#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// Returns the function that launches the kernel `key` for dtype `type` and `inputs` inputs. Returns nullptr if there is
// no such kernel, or if libmodecheck_gpu is not loaded.
Launch::OnDevice gpu_kernel(const char* key, c10::ScalarType type, int inputs);

}  // namespace modecheck::engine::cuda
