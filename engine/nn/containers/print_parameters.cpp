#include "engine/nn/containers/print_parameters.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

void detail::print_parameters(std::ostream& stream, const char* name,
                              const OrderedDict<std::string, at::Tensor>& parameters) {
  stream << name << "(\n";
  for (const auto& item : parameters)
    stream << "(" << item.key() << "): Parameter containing: [" << item.value().scalar_type() << " of size "
           << item.value().sizes() << "]\n";
  stream << ")";
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
