// Rules for discrete Fourier transforms. They check arguments, and infer the metadata of results.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for _fft_r2c: transforms real input along the given dimensions. If one-sided, the last
// dimension of the list keeps only the non-redundant half. A negative dimension is unspecified: libtorch does not wrap
// it, and accesses memory beyond its lists. A transform of no elements is unspecified, too.
OutputMeta infer_real_transform(const Geometry& self, const IntList& dims, std::int64_t normalization, bool onesided);

// Infers the result's metadata for _fft_c2r: transforms back to real numbers, `last_size` of them along the last
// dimension of the list. The input must have as many elements as the one-sided transform gives. Other sizes are
// unspecified: libtorch reads beyond them or has no gradient.
OutputMeta infer_real_inverse(const Geometry& self, const IntList& dims, std::int64_t normalization,
                              std::int64_t last_size);

// Infers the result's metadata for _fft_c2c: transforms complex numbers to complex numbers.
OutputMeta infer_transform(const Geometry& self, const IntList& dims, std::int64_t normalization);

}  // namespace modecheck::spec
