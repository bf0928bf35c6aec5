// Streams of the CUDA device.
#pragma once

#include "engine/backends/cuda/runtime/cuda_stream.h"
