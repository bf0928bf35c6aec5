#include "engine/nn/functional/padding.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor pad(const Tensor& input, const PadFuncOptions& options) {
  static constexpr const char* modes[] = {"constant", "reflect", "replicate", "circular"};
  const char* const mode = modes[options.mode().index()];
  const bool is_constant = options.mode().index() == 0;
  return at::pad(input, options.pad(), mode, is_constant ? c10::optional<double>(options.value()) : c10::nullopt);
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
