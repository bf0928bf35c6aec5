// `constinit` for headers that programs compile as C++17 too.
#pragma once

#if defined(__cpp_constinit)
#define MODECHECK_CONSTINIT constinit
#elif defined(__clang__)
#define MODECHECK_CONSTINIT __attribute__((require_constant_initialization))
#else
#define MODECHECK_CONSTINIT __constinit
#endif
