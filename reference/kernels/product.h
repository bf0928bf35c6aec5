// Computes the product of a list of elements, for prod, cumprod and the reductions of scattering.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

// One of the elements that a reduction combines to one result: element `element` of the operand `of`.
struct Part {
  const Operand* of;
  std::size_t element;

  std::complex<double> number() const { return of->number(element); }
  double size() const { return of->size_of(element); }
  std::int64_t integer() const { return of->integer[element]; }
  double tolerance() const { return of->tolerance; }
};

// Sets element `at` of a floating or complex result to the product of `count` elements. part_at(i) returns the i-th of
// these elements. The partial derivative by one element is the product of all other elements; its error bound is
// `doubt` plus the rounding. `more` adds further edges. `exact` says whether the product has no rounding in any order.
// Returns the error bound of the product.
template <typename PartAt, typename More>
double multiply_up(KernelCall& call, std::size_t at, std::size_t count, const PartAt& part_at, bool exact, double doubt,
                   const More& more) {
  Result& result = call.result();
  const spec::DType dtype = result.dtype;
  const bool complex = spec::is_complex(dtype);
  const auto times = [&](std::complex<double> a, std::complex<double> b) {
    return complex ? a * b : std::complex<double>(a.real() * b.real());
  };
  std::complex<double> total = 1;
  // `above` is the product of all magnitudes above one, and `below` is the product of all other nonzero magnitudes. If
  // `above` or `below` leaves the range of the dtype, so does the product of the elements in some order.
  double above = 1;
  double below = 1;
  double may = 1;  // upper bound of the magnitude of a subject's product, whose elements may have errors
  double is = 1;
  bool finite = true;
  bool near_zero = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Part part = part_at(i);
    const double size = part.size();
    finite = finite && std::isfinite(size);
    if (size != 0) (size > 1 ? above : below) *= size;
    may *= size + part.tolerance();
    is *= size;
    near_zero = near_zero || (part.tolerance() != 0 && !(size > 4 * part.tolerance()));
    total = times(total, part.number());
  }
  result.set(at, total);
  const bool in_range = finite && above < format_of(dtype).largest && below > std::sqrt(format_of(dtype).least);
  const auto factors = static_cast<double>(count);
  double error = may - is;
  if (!exact) error += 4 * factors * ulp(dtype, may);
  if ((!in_range && count > 1) || std::isnan(error)) error = kUnbounded;
  call.record([&] {
    for (std::size_t i = 0; i < count; ++i) {
      std::complex<double> others = 1;
      double others_may = 1;
      double others_are = 1;
      for (std::size_t j = 0; j < count; ++j) {
        if (j == i) continue;
        const Part part = part_at(j);
        others = times(others, part.number());
        others_may *= part.size() + part.tolerance();
        others_are *= part.size();
      }
      // If the element is not zero, a subject may compute this partial derivative as the whole product divided by the
      // element. The error bound allows for that.
      const double unsure = others_may - others_are + 8 * factors * ulp(dtype, others_may) + doubt;
      call.flow(*part_at(i).of, part_at(i).element, others, !in_range || near_zero ? kUnbounded : unsure);
    }
    more();
  });
  return error;
}

}  // namespace modecheck::reference
