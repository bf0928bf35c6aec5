// Discrete Fourier transforms.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct _fft_r2c : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor";
};

struct _fft_c2r : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "_fft_c2r(Tensor self, int[] dim, int normalization, int last_dim_size) -> Tensor";
};

struct _fft_c2c : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "_fft_c2c(Tensor self, int[] dim, int normalization, bool forward) -> Tensor";
};

using SpectrumOperators = List<_fft_r2c, _fft_c2r>;

using ComplexSpectrumOperators = List<_fft_c2c>;

}  // namespace modecheck::spec::operators
