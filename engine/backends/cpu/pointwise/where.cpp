// Implements the kernel of where.
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/promotion.h"
#include "engine/backends/iterate/row_copy.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Returns the strides by which an operand of where helps to decide the strides of the result. For an operand that is
// converted to another dtype, these are the strides of the converted copy.
DimSpan layout_of(const at::Tensor& tensor, c10::ScalarType computed, Dims& converted) {
  if (tensor.scalar_type() == computed) return tensor.strides();
  preserved_strides(tensor.sizes(), tensor.strides(), converted);
  return converted;
}

void broadcast_all(Plan& plan) {
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(plan.broadcast(mismatch), ErrorClass::Shape, "where: The size of tensor a (", mismatch.size_a,
                  ") must match the size of tensor b (", mismatch.size_b, ") at non-singleton dimension ",
                  mismatch.dimension);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::where_self>::call(const at::Tensor& condition, const at::Tensor& self,
                                               const at::Tensor& other) {
  for (const at::Tensor* tensor : {&condition, &self, &other}) check_rank("where", tensor->sizes().size());
  // where accepts a uint8 condition, as in PyTorch before it had bool.
  MODECHECK_CHECK(condition.scalar_type() == c10::kBool || condition.scalar_type() == c10::kByte, ErrorClass::Dtype,
                  "where: expected condition to be a boolean tensor, but got a tensor with dtype ",
                  condition.scalar_type());
  check_same_device("where", condition, self);
  check_same_device("where", condition, other);
  Promotion promotion;
  promotion.add_tensor(self.scalar_type(), self.dim() > 0);
  promotion.add_tensor(other.scalar_type(), other.dim() > 0);
  const c10::ScalarType type = promotion.result();
  check_dtype_supported("where", type);
  Dims converted_self;
  Dims converted_other;
  Plan plan;
  plan.add_fresh_output();
  plan.add_input(condition.sizes(), condition.strides());
  plan.add_input(self.sizes(), layout_of(self, type, converted_self));
  plan.add_input(other.sizes(), layout_of(other, type, converted_other));
  broadcast_all(plan);
  plan.order_dimensions();
  Dims strides;
  plan.fresh_strides(strides);
  at::Tensor out = empty_strided(plan.shape(), strides, type, condition.device());
  if (!has_bytes(out)) return out;
  if (out.in_cuda_memory()) {
    cuda::choose_elements(out, condition, read_as(self, type), read_as(other, type));
    return out;
  }
  Loop loop(plan);
  for (const at::Tensor* tensor : {static_cast<const at::Tensor*>(&out), &condition, &self, &other})
    loop.bind(tensor->data_ptr(), tensor->sizes(), tensor->strides(), static_cast<int>(tensor->itemsize()));
  const RowCopy copy_self = row_copy(self.scalar_type(), type);
  const RowCopy copy_other = row_copy(other.scalar_type(), type);
  // Neighbouring elements with the same condition are copied in one block.
  loop.run([=](char* const* at, const std::int64_t* step, std::int64_t n) {
    for (std::int64_t begin = 0, end = 0; begin < n; begin = end) {
      const bool chosen = load<bool>(at[1] + begin * step[1]);
      for (end = begin + 1; end < n && load<bool>(at[1] + end * step[1]) == chosen;) ++end;
      const int k = chosen ? 2 : 3;
      (chosen ? copy_self : copy_other)(at[k] + begin * step[k], step[k], at[0] + begin * step[0], step[0],
                                        end - begin);
    }
  });
  return out;
}

}  // namespace modecheck::engine
