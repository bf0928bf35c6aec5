#include "engine/core/tensor/tensor_options.h"

namespace c10 {
inline namespace modecheck_v1 {

std::ostream& operator<<(std::ostream& out, const TensorOptions& options) {
  const auto yes_no = [](bool value) { return value ? "true" : "false"; };
  const auto mark = [](bool stated) { return stated ? "" : " (default)"; };
  out << "TensorOptions(dtype=" << options.dtype() << mark(options.has_dtype()) << ", device=" << options.device()
      << mark(options.has_device()) << ", layout=" << options.layout() << mark(options.has_layout())
      << ", requires_grad=" << yes_no(options.requires_grad()) << mark(options.has_requires_grad())
      << ", pinned_memory=" << yes_no(options.pinned_memory()) << mark(options.has_pinned_memory());
  out << ", memory_format=";
  if (options.has_memory_format())
    out << *options.memory_format_opt();
  else
    out << "(nullopt)";
  return out << ')';
}

}  // namespace modecheck_v1
}  // namespace c10
