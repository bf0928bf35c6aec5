// Implements the kernels of cumsum and cumprod. Floating results are carried in double, and rounded when they are
// written.
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cpu/reductions/lines.h"
#include "engine/backends/cuda/launch/line_launch.h"
#include "engine/backends/functions/joins.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Writes the running sums or products of `self` along a dimension. `self` has the dtype and the sizes of `out`, and may
// be `out`.
template <typename Of>
void write_cumulative(const at::Tensor& self, std::int64_t along, const at::Tensor& out) {
  const auto at = static_cast<std::size_t>(along);
  const bool scalar = self.dim() == 0;
  const std::int64_t length = scalar ? 1 : self.sizes()[at];
  const std::int64_t step = scalar ? 0 : self.strides()[at];
  const std::int64_t out_step = scalar ? 0 : out.strides()[at];
  visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if (out.in_cuda_memory())
      return cuda::launch_lines<cuda::CumulativeKernel<Of, T>, cuda::CumulativeScan<Of, T>>(Of::name, out, self, along);
    using Total = std::conditional_t<std::is_floating_point_v<Computed<T>>, double,
                                     std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, T>>;
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    const char* const from = elements_of(self);
    char* const to = static_cast<char*>(out.data_ptr());
    for_each_line(self, out, along, [=](std::int64_t offset, std::int64_t out_offset, std::int64_t /*index*/) {
      const char* element = from + offset * bytes;
      char* place = to + out_offset * bytes;
      Total total = Total(Of::start);
      for (std::int64_t i = 0; i < length; ++i, element += step * bytes, place += out_step * bytes) {
        total = Of::template joined<Total>(total, convert<Total>(load<T>(element)));
        store<T>(place, convert<T>(total));
      }
    });
  });
}

template <typename Of>
void check_cumulative(const at::Tensor& self, c10::ScalarType type) {
  // The cumulative sum or product of a 0-dim tensor is the tensor's own value. The dtype of the result must be able to
  // hold this value.
  if (self.dim() == 0 && has_bytes(self)) check_number_fits(Of::name, self.item(), type);
  MODECHECK_CHECK((type != c10::kBool && type != c10::kHalf) || self.numel() == 0 || self.dim() == 0, ErrorClass::Dtype,
                  Of::name, ": not implemented for ", type, "; pass dtype=Float");
}

// Writes the running sums or products to `out`, which already has the sizes of `self`.
template <typename Of>
void cumulate_into(const at::Tensor& self, std::int64_t along, const at::Tensor& out) {
  if (!has_bytes(out) || out.numel() == 0) return;
  const at::Tensor elements = read_as(self, out.scalar_type());
  SafeOutput safe(out, may_overlap_itself(out) || may_clobber(out, elements));
  // On the CUDA device a 0-dim tensor is copied, because its cumulative sum or product is its own value. A kernel could
  // not be used, because 0-dim tensors may have any dtype and the kernels exist only for some dtypes.
  if (!out.in_cuda_memory() || out.dim() != 0)
    write_cumulative<Of>(elements, along, safe.target());
  else if (safe.target().data_ptr() != elements.data_ptr())
    copy_elements(safe.target(), elements);
  safe.finish();
}

template <typename Of>
at::Tensor cumulate(const at::Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  const bool integral = c10::isIntegralType(self.scalar_type(), true);
  const c10::ScalarType type = dtype.value_or(integral ? c10::kLong : self.scalar_type());
  check_dtype_supported(Of::name, type);
  check_rank(Of::name, self.sizes().size());
  const std::int64_t along = wrap_dimension(Of::name, dim, self.dim());
  check_cumulative<Of>(self, type);
  at::Tensor out = empty(self.sizes(), type, self.device());
  cumulate_into<Of>(self, along, out);
  return out;
}

template <typename Of>
void cumulate_in_place(const at::Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  const c10::ScalarType type = dtype.value_or(self.scalar_type());
  MODECHECK_CHECK(type == self.scalar_type(), ErrorClass::Dtype, Of::name_in_place, ": input tensor dtype ",
                  self.scalar_type(), " and output tensor dtype ", type, " should match");
  check_rank(Of::name_in_place, self.sizes().size());
  const std::int64_t along = wrap_dimension(Of::name_in_place, dim, self.dim());
  check_cumulative<Of>(self, type);
  if (self.numel() != 0 && self.dim() != 0) check_no_internal_overlap(Of::name_in_place, self);
  cumulate_into<Of>(self, along, self);
}

template <typename Of>
void cumulate_out(const at::Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype,
                  const at::Tensor& out) {
  const c10::ScalarType type = out.scalar_type();
  MODECHECK_CHECK(dtype.value_or(type) == type, ErrorClass::Dtype, Of::name, ": Expected out tensor to have dtype ",
                  *dtype, ", but got ", type, " instead");
  check_same_device(Of::name, self, out);
  check_rank(Of::name, self.sizes().size());
  const std::int64_t along = wrap_dimension(Of::name, dim, self.dim());
  check_cumulative<Of>(self, type);
  if (out.sizes().equals(self.sizes()) && self.numel() != 0 && self.dim() != 0) {
    check_no_internal_overlap(Of::name, out);
    if (self.scalar_type() == type) check_no_partial_overlap(Of::name, out, self);
  }
  const at::Tensor input = kept_geometry(self, out);
  resize_output(Of::name, out, input.sizes());
  cumulate_into<Of>(input, along, out);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

#define MODECHECK_CUMULATIVE(op, Of)                                                                    \
  template <>                                                                                           \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, std::int64_t dim,                      \
                                         c10::optional<c10::ScalarType> dtype) {                        \
    return cumulate<Of>(self, dim, dtype);                                                              \
  }                                                                                                     \
  template <>                                                                                           \
  void Kernel<operators::op##_>::call(const at::Tensor& self, std::int64_t dim,                         \
                                      c10::optional<c10::ScalarType> dtype) {                           \
    cumulate_in_place<Of>(self, dim, dtype);                                                            \
  }                                                                                                     \
  template <>                                                                                           \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, std::int64_t dim,                      \
                                         c10::optional<c10::ScalarType> dtype, const at::Tensor& out) { \
    cumulate_out<Of>(self, dim, dtype, out);                                                            \
  }
MODECHECK_CUMULATIVE(cumsum, Sums)
MODECHECK_CUMULATIVE(cumprod, Products)
#undef MODECHECK_CUMULATIVE

}  // namespace modecheck::engine
