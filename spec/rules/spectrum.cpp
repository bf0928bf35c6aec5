#include "spec/rules/spectrum.h"

namespace modecheck::spec {
namespace {

// Makes the checks that all Fourier transforms share. Returns false if there is an error, or if the result is
// unspecified.
bool check(OutputMeta& meta, const Geometry& self, const IntList& dims, std::int64_t normalization) {
  meta.reasons.add_if(normalization < 0 || normalization > 2, ErrorClass::Argument);
  meta.reasons.add_if(dims.size == 0, ErrorClass::Argument);
  bool twice = false;
  for (int i = 0; i < dims.size; ++i) {
    if (dims[i] < 0 || dims[i] >= self.rank) {
      meta.leave_unspecified(Unspecified::InnerTransformArguments);
      return false;
    }
    for (int j = 0; j < i; ++j) twice = twice || dims[i] == dims[j];
  }
  meta.reasons.add_if(twice, ErrorClass::Range);
  // A Fourier transform of a tensor without elements: libtorch does not check for repeated dimensions.
  if (twice && self.numel() == 0) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  return !meta.is_unspecified() && meta.reasons.none();
}

}  // namespace

OutputMeta infer_real_transform(const Geometry& self, const IntList& dims, std::int64_t normalization, bool onesided) {
  OutputMeta meta;
  meta.result.dtype = self.dtype == DType::Float64 ? DType::Complex128 : DType::Complex64;
  meta.reasons.add_if(self.dtype != DType::Float32 && self.dtype != DType::Float64, ErrorClass::Dtype);
  if (!check(meta, self, dims, normalization)) return meta;
  Sizes sizes = sizes_of(self);
  const auto last = static_cast<int>(dims[dims.size - 1]);
  if (onesided) sizes[last] = sizes[last] / 2 + 1;
  if (self.numel() == 0 && sizes.numel() != 0) meta.leave_unspecified(Unspecified::InnerTransformArguments);
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_real_inverse(const Geometry& self, const IntList& dims, std::int64_t normalization,
                              std::int64_t last_size) {
  OutputMeta meta;
  meta.result.dtype = part_of(self.dtype);
  meta.reasons.add_if(!is_complex(self.dtype), ErrorClass::Dtype);
  if (!check(meta, self, dims, normalization)) return meta;
  Sizes sizes = sizes_of(self);
  const auto last = static_cast<int>(dims[dims.size - 1]);
  if (sizes[last] != last_size / 2 + 1) meta.leave_unspecified(Unspecified::InnerTransformArguments);
  sizes[last] = last_size;
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_transform(const Geometry& self, const IntList& dims, std::int64_t normalization) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(!is_complex(self.dtype), ErrorClass::Dtype);
  // _fft_c2c with an empty list of dimensions: libtorch leaves its result uninitialised.
  if (dims.size == 0) {
    meta.leave_unspecified(Unspecified::InnerTransformArguments);
    return meta;
  }
  if (!check(meta, self, dims, normalization)) return meta;
  set_contiguous(meta.result, sizes_of(self));
  return meta;
}

}  // namespace modecheck::spec
