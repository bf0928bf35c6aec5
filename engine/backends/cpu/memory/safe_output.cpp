#include "engine/backends/cpu/memory/safe_output.h"

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/iterate/overlap.h"
#include "engine/core/memory/allocate.h"

namespace modecheck::engine::backends {

bool may_clobber(const at::Tensor& out, const at::Tensor& input) {
  if (!out.is_alias_of(input)) return false;
  if (out.is_same(input)) return false;
  // If element i of both tensors has the same address, the overlap is harmless: the kernel reads an element of `input`
  // before it overwrites this element.
  return !(out.storage_offset() == input.storage_offset() && out.itemsize() == input.itemsize() &&
           out.sizes().equals(input.sizes()) && out.strides().equals(input.strides()));
}

bool may_overlap_itself(const at::Tensor& out) {
  return !out.is_contiguous() && !is_surely_injective(out.sizes(), out.strides());
}

at::Tensor kept_geometry(const at::Tensor& input, const at::Tensor& out) {
  return out.is_same(input) ? make_alias(input, input.sizes(), input.strides(), input.storage_offset()) : input;
}

SafeOutput::SafeOutput(const at::Tensor& out, bool apart) : out_(out) {
  if (apart) apart_ = empty(out.sizes(), out.scalar_type(), out.device());
}

void SafeOutput::finish() {
  if (apart_.defined()) copy_elements_in_order(out_, apart_);
}

}  // namespace modecheck::engine::backends
