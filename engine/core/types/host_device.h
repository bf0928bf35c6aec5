// Compiles functions that CPU and GPU kernels share for both, where the compiler is nvcc.
#pragma once

#if defined(__CUDACC__)
#define MODECHECK_HOST_DEVICE __host__ __device__
#else
#define MODECHECK_HOST_DEVICE
#endif
