#include "engine/tracing/sizes_as_numbers.h"

#include "engine/tracing/inside_composite.h"
#include "engine/tracing/same_fake_mode.h"

namespace modecheck::engine {

void make_sizes_numbers(std::string_view function, const at::Tensor& tensor) {
  const bool is_followed = SymbolicTracer::is_on() && !InsideComposite::any();
  SymbolicTracer* const tracer = is_followed ? SymbolicTracer::of(tensor) : nullptr;
  if (tracer != nullptr) tracer->make_numbers(tensor, function);
}

void make_sizes_numbers(std::string_view function, at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) make_sizes_numbers(function, tensor);
}

bool have_equal_sizes(const char* function, const at::Tensor& a, const at::Tensor& b) {
  if (!any_tracer()) [[likely]]
    return a.sizes() == b.sizes();
  if (a.dim() != b.dim()) return false;
  for (std::int64_t d = 0; d < a.dim(); ++d)
    if (!are_equal_sizes(function, a, d, b, d)) return false;
  return true;
}

bool are_equal_sizes(const char* function, const at::Tensor& a, std::int64_t dim_of_a, const at::Tensor& b,
                     std::int64_t dim_of_b) {
  if (!any_tracer()) [[likely]]
    return a.size(dim_of_a) == b.size(dim_of_b);
  check_same_fake_mode(function, a, b);
  return a.sym_size(dim_of_a).sym_eq(b.sym_size(dim_of_b)).guard_bool(function, 0);
}

}  // namespace modecheck::engine
