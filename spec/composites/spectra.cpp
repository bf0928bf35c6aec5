// Composites for Fourier transforms. The input is first trimmed or padded with zeros, and converted to a dtype that can
// be transformed.
#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/composites.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/rules/view.h"

namespace modecheck::spec {
namespace {

// The modes of normalisation of a Fourier transform, with the numbers that _fft_r2c, _fft_c2r and _fft_c2c use.
constexpr int kUnscaled = 0;
constexpr int kByRoot = 1;
constexpr int kByNumber = 2;

}  // namespace

namespace {

std::int64_t scaling(ModelState& m, std::optional<std::string_view> norm, bool forward) {
  const std::string_view name = norm.value_or("backward");
  if (name == "backward") return forward ? kUnscaled : kByNumber;
  if (name == "forward") return forward ? kByNumber : kUnscaled;
  if (name != "ortho") m.reject(ErrorClass::Argument);
  return kByRoot;
}

// Converts the input of a Fourier transform: integers and bools to float32, and real input to complex if the transform
// needs it.
TensorId transformable(ModelState& m, TensorId self, bool complex) {
  if (m.stopped()) return 0;
  DType dtype = m.tensors[self].geometry.dtype;
  if (is_complex(dtype)) return self;
  if (!is_floating(dtype)) dtype = DType::Float32;
  if (dtype != DType::Float32 && dtype != DType::Float64) m.reject(ErrorClass::Dtype);
  if (complex) dtype = dtype == DType::Float32 ? DType::Complex64 : DType::Complex128;
  return call<ops::to_dtype>(m, self, dtype);
}

TensorId cut_or_continued(ModelState& m, TensorId self, const IntList& dims, const IntList& sizes) {
  if (m.stopped()) return 0;
  const Geometry given = m.tensors[self].geometry;
  IntList pads;
  for (int i = 0; i < dims.size; ++i) {
    const auto dim = static_cast<int>(dims[i]);
    const std::int64_t more = sizes[i] - given.sizes[at(dim)];
    if (more < 0) self = view(m, self, slice_of(m.tensors[self].geometry, dim, 0, sizes[i], 1));
    if (m.stopped()) return 0;
    if (more <= 0) continue;
    const int last = 2 * (given.rank - 1 - dim) + 1;
    m.leave_unspecified(Unspecified::ListTooLong, last >= kMaxListLength);
    if (m.is_unspecified()) return 0;
    pads.size = std::max(pads.size, last + 1);
    pads.values[at(last)] = more;
  }
  if (pads.size == 0) return self;
  return call<ops::constant_pad_nd>(m, self, pads);
}

}  // namespace

// Runs fft, ifft, rfft and irfft, which transform one dimension.
static TensorId spectrum(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  const std::optional<std::int64_t> length = arguments.optional_integer(1);
  const bool inverse = record.operation == id<ops::fft_ifft> || record.operation == id<ops::fft_irfft>;
  const bool to_real = record.operation == id<ops::fft_irfft>;
  const bool from_real = record.operation == id<ops::fft_rfft>;
  if (from_real && is_complex(geometry.dtype)) m.reject(ErrorClass::Dtype);
  self = transformable(m, self, to_real);
  if (m.stopped()) return 0;
  const int dim = wrapped_dim(arguments.integer(2), geometry.rank);
  if (dim < 0) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  if (geometry.rank == 0) {
    // fft of a tensor without dimensions: libtorch reads a size that does not exist.
    m.leave_unspecified(Unspecified::ReadsBeyondMemory, length && *length > 0);
    if (m.is_unspecified()) return 0;
    m.reject(ErrorClass::Argument);
    return 0;
  }
  const std::int64_t here = geometry.sizes[at(dim)];
  const std::int64_t wanted = length.value_or(to_real ? 2 * (here - 1) : here);
  if (wanted < 1) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  IntList dims;
  append(dims, dim);
  if (length) {
    IntList sizes;
    append(sizes, to_real ? wanted / 2 + 1 : wanted);
    self = cut_or_continued(m, self, dims, sizes);
  }
  if (m.stopped()) return 0;
  const std::int64_t scaled = scaling(m, arguments.optional_word(3), !inverse);
  if (to_real) return call<ops::_fft_c2r>(m, self, dims, scaled, wanted);
  if (is_complex(geometry.dtype)) return call<ops::_fft_c2c>(m, self, dims, scaled, !inverse);
  // ifft of a real tensor: libtorch returns the conjugate of another transform, as a conjugate view. The model has no
  // such views.
  m.leave_unspecified(Unspecified::ConjugateView, inverse);
  return call<ops::_fft_r2c>(m, self, dims, scaled, from_real);
}
MODECHECK_COMPOSITE(spectrum, fft_fft, fft_ifft, fft_rfft, fft_irfft)

// Runs fft2, ifft2, fftn and ifftn, which transform several dimensions.
static TensorId spectrum_of_many(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  const bool inverse = record.operation == id<ops::fft_ifft2> || record.operation == id<ops::fft_ifftn>;
  const std::optional<IntList> shape = arguments.optional_integers(1);
  const std::optional<IntList> asked = arguments.optional_integers(2);
  IntList dims;
  if (asked) {
    for (const std::int64_t dim : *asked) {
      const int wrapped = geometry.rank == 0 ? -1 : wrapped_dim(dim, geometry.rank);
      if (wrapped < 0) m.reject(ErrorClass::Range);
      if (std::find(dims.begin(), dims.end(), wrapped) != dims.end()) m.reject(ErrorClass::Argument);
      append(dims, wrapped);
    }
    if (shape && shape->size != asked->size) m.reject(ErrorClass::Argument);
  } else {
    const int count = shape ? shape->size : geometry.rank;
    if (count > geometry.rank) m.reject(ErrorClass::Argument);
    for (int d = geometry.rank - count; d < geometry.rank; ++d) append(dims, d);
  }
  if (m.stopped()) return 0;
  IntList sizes;
  for (int i = 0; i < dims.size; ++i) {
    const std::int64_t here = geometry.sizes[at(static_cast<int>(dims[i]))];
    append(sizes, shape && (*shape)[i] != -1 ? (*shape)[i] : here);
    if (sizes[i] < 1) m.reject(ErrorClass::Argument);
  }
  self = cut_or_continued(m, transformable(m, self, /*complex=*/true), dims, sizes);
  if (m.stopped()) return 0;
  return call<ops::_fft_c2c>(m, self, dims, scaling(m, arguments.optional_word(3), !inverse), !inverse);
}
MODECHECK_COMPOSITE(spectrum_of_many, fft_fft2, fft_ifft2, fft_fftn, fft_ifftn)

// Runs fftshift and ifftshift. fftshift moves the elements along each dimension by half its size, so that the first
// element comes to the middle. ifftshift moves the elements back.
static TensorId shifted(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  const bool back = record.operation == id<ops::fft_ifftshift>;
  IntList dims;
  if (const std::optional<IntList> asked = arguments.optional_integers(1)) {
    dims = *asked;
  } else {
    for (int d = 0; d < geometry.rank; ++d) append(dims, d);
  }
  IntList shifts;
  for (const std::int64_t dim : dims) {
    const int wrapped = geometry.rank == 0 ? -1 : wrapped_dim(dim, geometry.rank);
    if (wrapped < 0) m.reject(ErrorClass::Range);
    if (m.stopped()) return 0;
    append(shifts, (geometry.sizes[at(wrapped)] + (back ? 1 : 0)) / 2);
  }
  return call<ops::roll>(m, self, shifts, dims);
}
MODECHECK_COMPOSITE(shifted, fft_fftshift, fft_ifftshift)

}  // namespace modecheck::spec
