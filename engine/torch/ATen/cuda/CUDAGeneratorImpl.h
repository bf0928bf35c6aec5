// Declares the CUDA device's random number generator: at::CUDAGeneratorImpl and at::cuda::detail::createCUDAGenerator.
#pragma once

#include "engine/backends/cuda/runtime/cuda_generator.h"
