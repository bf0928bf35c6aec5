// Guards of the CUDA device and of its streams.
#pragma once

#include "engine/backends/cuda/runtime/cuda_stream.h"
