// Declares c10::cuda::CUDACachingAllocator, the memory of the CUDA device.
#pragma once

#include "engine/backends/cuda/runtime/caching_allocator.h"
