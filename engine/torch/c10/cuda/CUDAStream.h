// Declares c10::cuda::CUDAStream.
#pragma once

#include "engine/backends/cuda/runtime/cuda_stream.h"
