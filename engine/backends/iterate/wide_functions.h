// Functions of float32 elements that are computed in double, four at a time, by glibc's vector functions (libmvec).
// Each is accurate to a few units in the last place of a double before it is rounded. About one result in some hundred
// million may differ from the scalar function by one unit of float32.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/backends/iterate/wide.h"
#include "engine/core/types/host_device.h"

#if defined(MODECHECK_TWO_WIDTHS) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 35)
#define MODECHECK_WIDE_FUNCTIONS 1
#endif
#endif

namespace modecheck::engine::backends {

// A function that sets to[i] = f(from[i]) for i from 0 to n - 1. `to` may be equal to `from`. Call only if
// has_wide_functions is true.
using WideFunction = void (*)(const float* from, float* to, std::int64_t n);

#if defined(MODECHECK_WIDE_FUNCTIONS)
inline const bool has_wide_functions = has_wide_registers;

void wide_exp(const float* from, float* to, std::int64_t n);
void wide_exp2(const float* from, float* to, std::int64_t n);
void wide_expm1(const float* from, float* to, std::int64_t n);
void wide_log(const float* from, float* to, std::int64_t n);
void wide_log2(const float* from, float* to, std::int64_t n);
void wide_log10(const float* from, float* to, std::int64_t n);
void wide_log1p(const float* from, float* to, std::int64_t n);
void wide_sin(const float* from, float* to, std::int64_t n);
void wide_cos(const float* from, float* to, std::int64_t n);
void wide_tan(const float* from, float* to, std::int64_t n);
void wide_sinh(const float* from, float* to, std::int64_t n);
void wide_cosh(const float* from, float* to, std::int64_t n);
void wide_tanh(const float* from, float* to, std::int64_t n);
void wide_asin(const float* from, float* to, std::int64_t n);
void wide_acos(const float* from, float* to, std::int64_t n);
void wide_atan(const float* from, float* to, std::int64_t n);
void wide_erf(const float* from, float* to, std::int64_t n);
void wide_erfc(const float* from, float* to, std::int64_t n);
void wide_sigmoid(const float* from, float* to, std::int64_t n);

// Returns the maximum of n > 0 elements. The result is unspecified if an element is NaN.
float wide_greatest(const float* from, std::int64_t n);
// softmax: writes exp(from[i] - greatest) to shares[i], and returns the sum of these numbers.
double wide_shares(const float* from, double greatest, double* shares, std::int64_t n);
#else
inline constexpr bool has_wide_functions = false;
inline constexpr WideFunction wide_sigmoid = nullptr;
#endif

// The WideFunction that computes a function of doubles four at a time, or null if there is none.
template <double (*function)(double)>
inline constexpr WideFunction wide_form = nullptr;

#if defined(MODECHECK_WIDE_FUNCTIONS)
template <>
inline constexpr WideFunction wide_form<std::exp> = wide_exp;
template <>
inline constexpr WideFunction wide_form<std::exp2> = wide_exp2;
template <>
inline constexpr WideFunction wide_form<std::expm1> = wide_expm1;
template <>
inline constexpr WideFunction wide_form<std::log> = wide_log;
template <>
inline constexpr WideFunction wide_form<std::log2> = wide_log2;
template <>
inline constexpr WideFunction wide_form<std::log10> = wide_log10;
template <>
inline constexpr WideFunction wide_form<std::log1p> = wide_log1p;
template <>
inline constexpr WideFunction wide_form<std::sin> = wide_sin;
template <>
inline constexpr WideFunction wide_form<std::cos> = wide_cos;
template <>
inline constexpr WideFunction wide_form<std::tan> = wide_tan;
template <>
inline constexpr WideFunction wide_form<std::sinh> = wide_sinh;
template <>
inline constexpr WideFunction wide_form<std::cosh> = wide_cosh;
template <>
inline constexpr WideFunction wide_form<std::tanh> = wide_tanh;
template <>
inline constexpr WideFunction wide_form<std::asin> = wide_asin;
template <>
inline constexpr WideFunction wide_form<std::acos> = wide_acos;
template <>
inline constexpr WideFunction wide_form<std::atan> = wide_atan;
template <>
inline constexpr WideFunction wide_form<std::erf> = wide_erf;
template <>
inline constexpr WideFunction wide_form<std::erfc> = wide_erfc;
#endif

// Applies `function` to a float in double precision and rounds once. `wide` is the vectorised form of the function.
template <double (*function)(double), WideFunction wide_function = wide_form<function>>
struct InDoubleOnce {
  static constexpr WideFunction wide = wide_function;
  MODECHECK_HOST_DEVICE float operator()(float a) const { return static_cast<float>(function(static_cast<double>(a))); }
};

// Applies the vectorised form of F to the elements. Returns false and does nothing if F has no such form, or if there
// are too few elements.
template <typename F>
inline bool run_wide_form([[maybe_unused]] const void* from, [[maybe_unused]] void* to,
                          [[maybe_unused]] std::int64_t begin, [[maybe_unused]] std::int64_t end) {
#if defined(MODECHECK_WIDE_FUNCTIONS)
  if constexpr (requires { F::wide; })
    if constexpr (F::wide != nullptr)
      if (end - begin >= least_wide && has_wide_functions) {
        F::wide(static_cast<const float*>(from) + begin, static_cast<float*>(to) + begin, end - begin);
        return true;
      }
#endif
  return false;
}

}  // namespace modecheck::engine::backends
