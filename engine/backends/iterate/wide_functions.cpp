#include "engine/backends/iterate/wide_functions.h"

#if defined(MODECHECK_WIDE_FUNCTIONS)

#include <algorithm>
#include <cstring>

namespace modecheck::engine::backends {
namespace {

using Doubles = double __attribute__((vector_size(32)));
using Floats = float __attribute__((vector_size(16)));

#define MODECHECK_WIDE [[gnu::target("avx2")]]
#define MODECHECK_WIDE_INLINE [[gnu::target("avx2"), gnu::always_inline]] inline

}  // namespace

// Functions of glibc's libmvec, by their names in the x86-64 vector ABI. Each uses AVX2 and computes four doubles per
// call.
extern "C" {
MODECHECK_WIDE Doubles _ZGVdN4v_exp(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_exp2(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_expm1(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_log(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_log2(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_log10(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_log1p(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_sin(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_cos(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_tan(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_sinh(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_cosh(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_tanh(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_asin(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_acos(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_atan(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_erf(Doubles);
MODECHECK_WIDE Doubles _ZGVdN4v_erfc(Doubles);
}

namespace {

MODECHECK_WIDE_INLINE Doubles load_four(const float* from) {
  Floats values;
  std::memcpy(&values, from, sizeof(values));
  return __builtin_convertvector(values, Doubles);
}

MODECHECK_WIDE_INLINE void store_four(float* to, Doubles values) {
  const Floats rounded = __builtin_convertvector(values, Floats);
  std::memcpy(to, &rounded, sizeof(rounded));
}

// The last elements may not fill a vector register. The vector function computes them too, because the scalar function
// may round in another way.
template <Doubles (*function)(Doubles)>
MODECHECK_WIDE void over_floats(const float* from, float* to, std::int64_t n) {
  std::int64_t i = 0;
  for (; i + 4 <= n; i += 4) store_four(to + i, function(load_four(from + i)));
  if (i == n) return;
  float piece[4] = {};
  std::copy(from + i, from + n, piece);
  store_four(piece, function(load_four(piece)));
  std::copy(piece, piece + (n - i), to + i);
}

MODECHECK_WIDE Doubles sigmoid(Doubles x) { return 1.0 / (1.0 + _ZGVdN4v_exp(-x)); }

}  // namespace

void wide_exp(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_exp>(from, to, n); }
void wide_exp2(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_exp2>(from, to, n); }
void wide_expm1(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_expm1>(from, to, n); }
void wide_log(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_log>(from, to, n); }
void wide_log2(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_log2>(from, to, n); }
void wide_log10(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_log10>(from, to, n); }
void wide_log1p(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_log1p>(from, to, n); }
void wide_sin(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_sin>(from, to, n); }
void wide_cos(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_cos>(from, to, n); }
void wide_tan(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_tan>(from, to, n); }
void wide_sinh(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_sinh>(from, to, n); }
void wide_cosh(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_cosh>(from, to, n); }
void wide_tanh(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_tanh>(from, to, n); }
void wide_asin(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_asin>(from, to, n); }
void wide_acos(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_acos>(from, to, n); }
void wide_atan(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_atan>(from, to, n); }
void wide_erf(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_erf>(from, to, n); }
void wide_erfc(const float* from, float* to, std::int64_t n) { over_floats<_ZGVdN4v_erfc>(from, to, n); }
void wide_sigmoid(const float* from, float* to, std::int64_t n) { over_floats<sigmoid>(from, to, n); }

MODECHECK_WIDE float wide_greatest(const float* from, std::int64_t n) {
  float greatest = from[0];
  std::int64_t i = 0;
  if (n >= 8) {
    Floats first;
    Floats second;
    std::memcpy(&first, from, sizeof(first));
    std::memcpy(&second, from + 4, sizeof(second));
    for (i = 8; i + 8 <= n; i += 8) {
      Floats a;
      Floats b;
      std::memcpy(&a, from + i, sizeof(a));
      std::memcpy(&b, from + i + 4, sizeof(b));
      first = a > first ? a : first;
      second = b > second ? b : second;
    }
    for (int lane = 0; lane < 4; ++lane) {
      greatest = std::max(greatest, first[lane]);
      greatest = std::max(greatest, second[lane]);
    }
  }
  for (; i < n; ++i) greatest = std::max(greatest, from[i]);
  return greatest;
}

MODECHECK_WIDE double wide_shares(const float* from, double greatest, double* shares, std::int64_t n) {
  Doubles sums = {};
  std::int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const Doubles values = _ZGVdN4v_exp(load_four(from + i) - greatest);
    std::memcpy(shares + i, &values, sizeof(values));
    sums += values;
  }
  double total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  if (i < n) {
    float piece[4] = {};
    std::copy(from + i, from + n, piece);
    const Doubles values = _ZGVdN4v_exp(load_four(piece) - greatest);
    for (int lane = 0; i + lane < n; ++lane) {
      shares[i + lane] = values[lane];
      total += values[lane];
    }
  }
  return total;
}

}  // namespace modecheck::engine::backends

#endif
