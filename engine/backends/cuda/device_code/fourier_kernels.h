// Discrete Fourier transforms along one dimension of a dense tensor. A line is all elements along this dimension, at
// fixed indices in the other dimensions.
//
//   * If the length is a power of two, and a line fits into the shared memory of a block of threads:
//     the block transforms the line in log2(length) steps (FastLines).
//   * Otherwise each thread computes one element: a sum of as many terms as the dimension has elements.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/core/types/complex.h"
#include "engine/core/types/host_device.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// The cosine and sine of the angle 2 * pi * part / whole. They are exact for multiples of a quarter turn.
struct UnitCircle {
  double cosine;
  double sine;
  MODECHECK_HOST_DEVICE UnitCircle(std::int64_t part, std::int64_t whole) {
    const bool is_quarter = 4 * part % whole == 0;
    const std::int64_t quarter = 4 * part / whole;
    const double angle = 2 * 3.14159265358979323846 * static_cast<double>(part) / static_cast<double>(whole);
    cosine = !is_quarter ? std::cos(angle) : quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    sine = !is_quarter ? std::sin(angle) : quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
  }
};

struct FourierKernel {
  const c10::complex<double>* from;
  c10::complex<double>* to;
  std::int64_t length;
  std::int64_t behind;  // product of the sizes of the dimensions after the transformed one
  double sign;          // sign of the exponent of the roots of unity: -1 forward, 1 inverse
  double factor;        // normalization: the sum is multiplied by this factor
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t k = i / behind % length;
    const c10::complex<double>* in = from + i / behind / length * length * behind + i % behind;
    double real = 0;
    double imaginary = 0;
    // `turn` is j * k modulo length. The root of unity with exponent j * k depends on this remainder only.
    std::int64_t turn = 0;
    for (std::int64_t j = 0; j < length; ++j, in += behind) {
      const UnitCircle root(turn, length);
      const double sine = sign * root.sine;
      real += in->real() * root.cosine - in->imag() * sine;
      imaginary += in->real() * sine + in->imag() * root.cosine;
      turn += k;
      if (turn >= length) turn -= length;
    }
    to[i] = c10::complex<double>(factor * real, factor * imaginary);
  }
};

constexpr std::int64_t shortest_fast_line = 8;
constexpr std::int64_t longest_fast_line = 4096;
inline bool is_fast_length(std::int64_t length) {
  return length >= shortest_fast_line && length <= longest_fast_line && (length & (length - 1)) == 0;
}

// Transforms lines in place by the Cooley-Tukey algorithm. The algorithm puts the elements into bit-reversed order, and
// then joins ever longer transforms. Each step joins two transforms of `half` elements to one transform of 2 * `half`
// elements. Source and result are Float, Double or complex. For a real result the imaginary parts are dropped.
struct FastLines {
  using Number = c10::complex<double>;

  const void* from;
  void* to;
  c10::ScalarType from_type;
  c10::ScalarType to_type;
  std::int64_t count;   // number of lines
  std::int64_t length;  // number of elements of a line of the source
  std::int64_t kept;    // number of elements of a line of the result
  std::int64_t behind;  // product of the sizes of the dimensions after the transformed one
  double sign;          // sign of the exponent of the roots of unity: -1 forward, 1 inverse
  double factor;        // normalization: the results are multiplied by this factor

  MODECHECK_HOST_DEVICE Number element(std::int64_t line, int k) const {
    const std::int64_t at = place(line, length) + k * behind;
    switch (from_type) {
      case c10::kFloat:
        return {static_cast<double>(static_cast<const float*>(from)[at]), 0};
      case c10::kDouble:
        return {static_cast<const double*>(from)[at], 0};
      case c10::kComplexFloat: {
        const auto value = static_cast<const c10::complex<float>*>(from)[at];
        return {static_cast<double>(value.real()), static_cast<double>(value.imag())};
      }
      default:
        return static_cast<const Number*>(from)[at];
    }
  }
  MODECHECK_HOST_DEVICE void put(std::int64_t line, int k, const Number& value) const {
    if (k >= kept) return;
    const std::int64_t at = place(line, kept) + k * behind;
    const double real = factor * value.real();
    const double imaginary = factor * value.imag();
    switch (to_type) {
      case c10::kFloat:
        static_cast<float*>(to)[at] = static_cast<float>(real);
        break;
      case c10::kDouble:
        static_cast<double*>(to)[at] = real;
        break;
      case c10::kComplexFloat:
        static_cast<c10::complex<float>*>(to)[at] = {static_cast<float>(real), static_cast<float>(imaginary)};
        break;
      default:
        static_cast<Number*>(to)[at] = {real, imaginary};
    }
  }
  MODECHECK_HOST_DEVICE int reversed(int k) const {
    int out = 0;
    for (int rest = static_cast<int>(length); rest > 1; rest /= 2, k /= 2) out = 2 * out + k % 2;
    return out;
  }
  // Returns the k-th root of unity of order `length`, for 0 <= k < length / 2.
  MODECHECK_HOST_DEVICE Number root(int k) const {
    const UnitCircle at(k, length);
    return {at.cosine, sign * at.sine};
  }
  // Combines pair number `which`, one of length / 2 pairs of elements, in one step of the Cooley-Tukey algorithm.
  MODECHECK_HOST_DEVICE void join(Number* room, const Number* roots, int half, int which) const {
    const int k = which & (half - 1);
    Number& low = room[2 * (which - k) + k];
    Number& high = room[2 * (which - k) + k + half];
    const Number r = roots[k * (static_cast<int>(length) / (2 * half))];
    const Number turned(high.real() * r.real() - high.imag() * r.imag(),
                        high.real() * r.imag() + high.imag() * r.real());
    high = Number(low.real() - turned.real(), low.imag() - turned.imag());
    low = Number(low.real() + turned.real(), low.imag() + turned.imag());
  }

 private:
  MODECHECK_HOST_DEVICE std::int64_t place(std::int64_t line, std::int64_t size) const {
    return behind == 1 ? line * size : line / behind * size * behind + line % behind;
  }
};

inline const char* transform_fast_lines_on_host(const void* bytes) {
  const auto& fast = *static_cast<const FastLines*>(bytes);
  const auto length = static_cast<int>(fast.length);
  std::vector<FastLines::Number> room(static_cast<std::size_t>(length));
  std::vector<FastLines::Number> roots;
  for (int k = 0; k < length / 2; ++k) roots.push_back(fast.root(k));
  for (std::int64_t line = 0; line < fast.count; ++line) {
    for (int k = 0; k < length; ++k) room[static_cast<std::size_t>(fast.reversed(k))] = fast.element(line, k);
    for (int half = 1; half < length; half *= 2)
      for (int which = 0; which < length / 2; ++which) fast.join(room.data(), roots.data(), half, which);
    for (int k = 0; k < length; ++k) fast.put(line, k, room[static_cast<std::size_t>(k)]);
  }
  return nullptr;
}

// Completes the Fourier transform of real input from its first half, which `from` holds. Element length - k is the
// complex conjugate of element k. Elements 0 and length / 2 are real, so their imaginary parts are set to zero.
struct MirroredSpectrumKernel {
  const c10::complex<double>* from;
  c10::complex<double>* to;
  std::int64_t length;
  std::int64_t behind;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t k = i / behind % length;
    const std::int64_t mirrored = length - k;
    const std::int64_t line = i / behind / length * (length / 2 + 1) * behind + i % behind;
    const c10::complex<double> here = from[line + (k < mirrored ? k : mirrored) * behind];
    double imaginary = here.imag();
    if (k == 0 || k == mirrored) imaginary = 0;
    if (k > mirrored) imaginary = -imaginary;
    to[i] = c10::complex<double>(here.real(), imaginary);
  }
};

}  // namespace modecheck::engine::cuda
