// Declares at::cuda::CUDAEvent.
#pragma once

#include "engine/backends/cuda/runtime/cuda_event.h"
