#include "reference/kernels_copy.h"

#include <algorithm>

namespace modecheck::reference {
namespace {

void copy_operand(KernelCall& call, const Operand& operand, spec::DType dtype) {
  Result& result = call.start(dtype, operand.count);
  call.inherit(operand);
  if (spec::is_floating(dtype))
    std::copy_n(operand.real.begin(), operand.count, result.real.begin());
  else
    std::copy_n(operand.integer.begin(), operand.count, result.integer.begin());
  if (call.recorded()) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(operand.count); ++i) {
      call.begin_node();
      call.edge(operand.nodes[i], 1);
    }
  }
  call.store();
}

}  // namespace

void copy(KernelCall& call) { copy_operand(call, call.load(0, call.in(0).dtype), call.in(0).dtype); }

// The model may leave the target out of the inputs: it is not read.
void copy_into(KernelCall& call) {
  const int source = call.effect().input_count - 1;
  copy_operand(call, call.load_broadcast(source, call.in(source).dtype), call.in(source).dtype);
}

}  // namespace modecheck::reference
