// Implements the kernels of clone, _to_copy, copy_ and copy.
#include "spec/operators/copy.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cuda/runtime/pinned_memory.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/overlap.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Returns true if the copy of a contiguous tensor has the strides of a new tensor. A format-preserving copy keeps the
// strides of size-one dimensions, which may be arbitrary.
bool keeps_row_major(const at::Tensor& self, c10::MemoryFormat format) {
  if (format == c10::MemoryFormat::Contiguous) return true;
  if (format != c10::MemoryFormat::Preserve) return false;
  for (const std::int64_t size : self.sizes())
    if (size == 1) return false;
  return true;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::clone>::call(const at::Tensor& self, c10::optional<c10::MemoryFormat> memory_format) {
  const c10::MemoryFormat format = memory_format.value_or(c10::MemoryFormat::Preserve);
  at::Tensor out;
  if (self.numel() > 1 && self.is_contiguous() && keeps_row_major(self, format)) {
    out = empty(self.sizes(), self.scalar_type(), self.device());
  } else {
    check_rank("clone", self.sizes().size());
    Dims strides;
    strides_in_format("clone", self, format, strides);
    out = empty_strided(self.sizes(), strides, self.scalar_type(), self.device());
  }
  if (has_bytes(out)) copy_elements(out, self);
  return out;
}

template <>
at::Tensor Kernel<operators::_to_copy>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype,
                                             c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                             c10::optional<bool> pin_memory, bool non_blocking,
                                             c10::optional<c10::MemoryFormat> memory_format) {
  const Options options =
      checked_options("_to_copy", dtype, self.scalar_type(), layout, device, self.device(), pin_memory);
  check_rank("_to_copy", self.sizes().size());
  Dims strides;
  strides_in_format("_to_copy", self, memory_format.value_or(c10::MemoryFormat::Preserve), strides);
  MODECHECK_CHECK(
      self.is_fake() || !options.device.is_fake(), ErrorClass::DeviceMismatch,
      "_to_copy: a real tensor cannot move to the device that a fake tensor claims; call from_tensor() of a "
      "FakeTensorMode");
  MODECHECK_CHECK(has_bytes(self) || !options.device.has_bytes(), ErrorClass::DeviceMismatch,
                  "_to_copy: Cannot copy out of meta tensor; no data! Create the tensor on ", options.device);
  // A copy from the CUDA device to the CPU with non_blocking=true and the same dtype gets a pinned result. Without
  // pinned memory the host would have to wait for the copy.
  const bool pins =
      non_blocking && self.in_cuda_memory() && options.device.in_cpu_memory() && options.dtype == self.scalar_type();
  at::Tensor out = pins ? cuda::empty_pinned(self.sizes(), strides, options.dtype)
                        : empty_strided(self.sizes(), strides, options.dtype, options.device);
  if (has_bytes(out) && !(non_blocking && cuda::copy_without_waiting(out, self))) copy_elements(out, self);
  return out;
}

template <>
void Kernel<operators::copy_>::call(const at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (self.is_same(src)) return;
  check_rank("copy_", self.sizes().size());
  check_rank("copy_", src.sizes().size());
  check_no_internal_overlap("copy_", self);
  check_no_partial_overlap("copy_", self, src);
  MODECHECK_CHECK(broadcasts_to(src.sizes(), self.sizes()), ErrorClass::Shape, "copy_: source with shape ", src.sizes(),
                  " doesn't broadcast to the shape ", self.sizes(), " of the tensor that is written");
  MODECHECK_CHECK(has_bytes(src) || !has_bytes(self), ErrorClass::DeviceMismatch,
                  "copy_: Cannot copy out of meta tensor; no data! The source must have bytes");
  if (!has_bytes(self) || (non_blocking && cuda::copy_without_waiting(self, src))) return;
  if (may_clobber(self, src) || may_overlap_itself(self)) {
    SafeOutput safe(self, true);
    copy_elements(safe.target(), src);
    safe.finish();
  } else {
    copy_elements(self, src);
  }
}

// copy: the result has the geometry of `self`. Its storage is as large as the storage of `self`. It also receives a
// copy of the elements of that storage that `self` does not show (PyTorch issues #82009 and #89461).
template <>
at::Tensor Kernel<operators::copy>::call(const at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  check_rank("copy", self.sizes().size());
  const std::int64_t elements = static_cast<std::int64_t>(self.storage().nbytes()) / self.itemsize();
  at::Tensor out;
  if (!self.is_contiguous() && overlaps_itself(self.sizes(), self.strides())) {
    out = Kernel<operators::clone>::call(self, c10::nullopt);
  } else if (elements == 0) {
    out = empty_strided(self.sizes(), self.strides(), self.scalar_type(), self.device());
  } else {
    const at::Tensor whole = Kernel<operators::clone>::call(make_alias(self, {elements}, {1}, 0), c10::nullopt);
    out = another_on(whole.storage(), self.sizes(), self.strides(), self.storage_offset(), self.scalar_type());
  }
  Kernel<operators::copy_>::call(out, src, non_blocking);
  return out;
}

}  // namespace modecheck::engine
