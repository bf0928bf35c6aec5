// Declares c10::complex, a complex number of two floats or doubles, the real part first.
#pragma once

#include <cmath>
#include <complex>
#include <ostream>
#include <type_traits>

namespace c10 {
inline namespace modecheck_v1 {

template <typename T>
struct alignas(2 * sizeof(T)) complex {
  using value_type = T;

  constexpr complex() = default;
  constexpr complex(T re, T im = T(0)) : real_(re), imag_(im) {}  // NOLINT: a real number is also complex
  template <typename U, std::enable_if_t<!std::is_same_v<U, T>, int> = 0>
  constexpr explicit complex(const complex<U>& other)
      : real_(static_cast<T>(other.real())), imag_(static_cast<T>(other.imag())) {}

  constexpr complex(const std::complex<T>& other) : real_(other.real()), imag_(other.imag()) {}  // NOLINT
  explicit constexpr operator std::complex<T>() const { return {real_, imag_}; }

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }

  constexpr complex operator-() const { return {-real_, -imag_}; }
  constexpr complex& operator+=(const complex& other) { return *this = *this + other; }
  constexpr complex& operator-=(const complex& other) { return *this = *this - other; }
  constexpr complex& operator*=(const complex& other) { return *this = *this * other; }
  constexpr complex& operator/=(const complex& other) { return *this = *this / other; }

  friend constexpr complex operator+(const complex& a, const complex& b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  friend constexpr complex operator-(const complex& a, const complex& b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  friend constexpr complex operator*(const complex& a, const complex& b) {
    return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
  }
  // Smith's algorithm divides by the larger part of the divisor first, so that the divisor's square cannot overflow. If
  // the divisor is zero, the real and the imaginary part are each divided by zero, which gives infinities or NaN.
#if defined(__clang__)
  __attribute__((no_sanitize("float-divide-by-zero")))
#endif
  friend constexpr complex
  operator/(const complex& a, const complex& b) {
    const T re = b.real_ < T(0) ? -b.real_ : b.real_;
    const T im = b.imag_ < T(0) ? -b.imag_ : b.imag_;
    if (re >= im) {
      if (re == T(0) && im == T(0)) return {a.real_ / re, a.imag_ / im};
      const T ratio = b.imag_ / b.real_;
      const T scale = T(1) / (b.real_ + b.imag_ * ratio);
      return {(a.real_ + a.imag_ * ratio) * scale, (a.imag_ - a.real_ * ratio) * scale};
    }
    const T ratio = b.real_ / b.imag_;
    const T scale = T(1) / (b.real_ * ratio + b.imag_);
    return {(a.real_ * ratio + a.imag_) * scale, (a.imag_ * ratio - a.real_) * scale};
  }
  friend constexpr bool operator==(const complex& a, const complex& b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }

 private:
  T real_ = T(0);
  T imag_ = T(0);
};

template <typename T>
constexpr complex<T> conj(const complex<T>& a) {
  return {a.real(), -a.imag()};
}
template <typename T>
T abs(const complex<T>& a) {
  return std::hypot(a.real(), a.imag());
}

template <typename T>
std::ostream& operator<<(std::ostream& out, const complex<T>& value) {
  return out << '(' << value.real() << ',' << value.imag() << ')';
}

template <typename T>
constexpr bool is_complex_number = false;
template <typename T>
constexpr bool is_complex_number<complex<T>> = true;

}  // namespace modecheck_v1
}  // namespace c10

// These overloads of std::real, std::imag and others serve code that also takes std::complex.
namespace std {
template <typename T>
constexpr T real(const c10::complex<T>& value) {
  return value.real();
}
template <typename T>
constexpr T imag(const c10::complex<T>& value) {
  return value.imag();
}
template <typename T>
T abs(const c10::complex<T>& value) {
  return c10::abs(value);
}
template <typename T>
T arg(const c10::complex<T>& value) {
  return std::atan2(value.imag(), value.real());
}
template <typename T>
constexpr c10::complex<T> conj(const c10::complex<T>& value) {
  return c10::conj(value);
}
}  // namespace std
