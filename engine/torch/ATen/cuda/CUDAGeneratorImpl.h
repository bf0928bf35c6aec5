// The generator of the CUDA device: at::CUDAGeneratorImpl, at::cuda::detail::createCUDAGenerator.
#pragma once

#include "engine/backends/cuda/runtime/cuda_generator.h"
