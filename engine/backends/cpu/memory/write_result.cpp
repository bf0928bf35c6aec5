#include "engine/backends/cpu/memory/write_result.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/meta/bytes.h"

namespace modecheck::engine::backends {

void check_output(const char* name, const at::Tensor& result, const at::Tensor& out) {
  MODECHECK_CHECK(out.scalar_type() == result.scalar_type(), ErrorClass::Dtype, name,
                  ": Expected out tensor to have dtype ", result.scalar_type(), ", but got ", out.scalar_type(),
                  " instead");
  check_same_device(name, result, out);
  if (out.sizes().equals(result.sizes())) check_no_internal_overlap(name, out);
}

void size_output(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized) {
  if (out.sizes().equals(result.sizes())) return;
  if (resized == Resized::AsTheResult)
    resize_tensor(name, out, result.sizes(), result.strides());
  else
    resize_tensor(name, out, result.sizes());
}

void move_result(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized) {
  size_output(name, result, out, resized);
  if (has_bytes(out)) copy_elements(out, result);
}

void write_result(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized) {
  check_output(name, result, out);
  move_result(name, result, out, resized);
}

}  // namespace modecheck::engine::backends
