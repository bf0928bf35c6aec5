// Reference kernels of the operators that copy a tensor or convert its dtype.

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

// Copies `operand` to a result of dtype `dtype`. `overwritten` is the operand that the result overwrites in place; null
// if the result is a new tensor.
void copy_operand(KernelCall& call, const Operand& operand, spec::DType dtype, const Operand* overwritten) {
  Result& result = call.start_from(dtype, operand);
  for (std::size_t i = 0; i < operand.count; ++i) result.take(i, operand, i);
  // If the copy widens the operand, the gradient is rounded back to the operand's narrower dtype.
  const spec::DType from = call.in(overwritten == nullptr ? 0 : 1).dtype;
  const bool widened = spec::is_differentiable(from) && spec::item_size(from) < spec::item_size(call.out().dtype);
  call.record_each([&](std::size_t i) {
    call.flow(operand, i, 1.0, widened ? ulp(from, 1.0) : 0);
    if (overwritten != nullptr) call.flow(*overwritten, i, 0.0);
  });
  call.store();
}

}  // namespace

// The output has the elements of the input in row-major order, converted to the output's dtype.
MODECHECK_KERNEL_OF((clone, contiguous, to_dtype, _to_copy, reshape), SecondDerivatives::Yes,
                    copy_operand(call, call.load(0), call.in(0).dtype, nullptr))

// The kernel of copy_ and copy: input 0 is `self`, and input 1 is the source, which is broadcast to the sizes of
// `self`.
static void copy_into(KernelCall& call) {
  // The out-of-place operator `copy` starts from a copy of the whole storage of `self`.
  if (call.out().storage != call.in(0).storage) call.keep_storage(0);
  const spec::DType dtype = call.in(1).dtype;
  const Operand& source = call.load_broadcast(1, dtype);
  copy_operand(call, source, dtype, call.recorded() ? &call.load_nodes(0) : nullptr);
}
MODECHECK_KERNEL(copy_into, SecondDerivatives::Yes, copy_, copy, fill__Tensor)

}  // namespace modecheck::reference
