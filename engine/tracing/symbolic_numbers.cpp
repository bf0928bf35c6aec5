#include "engine/core/tensor/symbolic_numbers.h"

#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {

std::vector<c10::SymInt> symbolic_numbers(const at::Tensor& tensor) {
  if (const SymbolicTracer* const tracer = SymbolicTracer::of(tensor); tracer != nullptr)
    return tracer->symbolic_numbers(tensor);
  std::vector<c10::SymInt> out(tensor.sizes().begin(), tensor.sizes().end());
  out.insert(out.end(), tensor.strides().begin(), tensor.strides().end());
  out.emplace_back(tensor.storage_offset());
  return out;
}

}  // namespace modecheck::engine
