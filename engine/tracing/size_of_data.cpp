#include "engine/core/tensor/size_of_data.h"

#include "engine/core/tensor/require_values.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {

std::optional<std::int64_t> size_of_data(const char* op, const at::Tensor& tensor) {
  if (SymbolicTracer* const tracer = SymbolicTracer::of(tensor); tracer != nullptr)
    if (const std::optional<std::int64_t> number = tracer->size_of_data(op, tensor)) return number;
  require_values(op, tensor);
  return std::nullopt;
}

}  // namespace modecheck::engine
