// The memory of the CUDA device.
#pragma once

#include "engine/backends/cuda/caching_allocator.h"
