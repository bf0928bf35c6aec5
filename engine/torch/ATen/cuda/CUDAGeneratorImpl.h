// The generator of the CUDA device: at::CUDAGeneratorImpl, at::cuda::detail::createCUDAGenerator.
#pragma once

#include "engine/backends/cuda/cuda_generator.h"
