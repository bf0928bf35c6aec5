// Declares the guards that select the CUDA device and its streams.
#pragma once

#include "engine/backends/cuda/runtime/cuda_stream.h"
