// Operators that compute discrete Fourier transforms.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(_fft_r2c, Reduction, "_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor");
MODECHECK_OPERATOR(_fft_c2r, Reduction,
                   "_fft_c2r(Tensor self, int[] dim, int normalization, int last_dim_size) -> Tensor");
MODECHECK_OPERATOR(_fft_c2c, Reduction, "_fft_c2c(Tensor self, int[] dim, int normalization, bool forward) -> Tensor");

using SpectrumOperators = List<_fft_r2c, _fft_c2r>;

using ComplexSpectrumOperators = List<_fft_c2c>;

}  // namespace modecheck::spec::operators
