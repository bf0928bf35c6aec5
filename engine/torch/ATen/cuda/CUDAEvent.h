// Moments in streams of the CUDA device.
#pragma once

#include "engine/backends/cuda/cuda_event.h"
