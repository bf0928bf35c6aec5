// Declares c10::cuda::CUDACachingAllocator, which allocates the memory of the CUDA device.
#pragma once

#include "engine/backends/cuda/runtime/caching_allocator.h"
