#include "engine/tracing/sizes_as_numbers.h"

namespace modecheck::engine {

void make_sizes_numbers(std::string_view function, const at::Tensor& tensor) {
  SymbolicTracer* const tracer = SymbolicTracer::is_on() ? SymbolicTracer::of(tensor) : nullptr;
  if (tracer != nullptr) tracer->make_numbers(tensor, function);
}

void make_sizes_numbers(std::string_view function, at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) make_sizes_numbers(function, tensor);
}

}  // namespace modecheck::engine
