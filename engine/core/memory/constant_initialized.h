// Defines `constinit` for headers that programs may also compile as C++17.
#pragma once

#if defined(__cpp_constinit)
#define MODECHECK_CONSTINIT constinit
#elif defined(__clang__)
#define MODECHECK_CONSTINIT __attribute__((require_constant_initialization))
#else
#define MODECHECK_CONSTINIT __constinit
#endif
