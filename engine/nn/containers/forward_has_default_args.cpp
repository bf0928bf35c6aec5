#include "engine/nn/containers/forward_has_default_args.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

std::vector<AnyValue> detail::with_defaults(std::vector<AnyValue>&& arguments,
                                            std::vector<std::pair<unsigned int, AnyValue>>&& defaults) {
  std::vector<AnyValue> out = std::move(arguments);
  for (auto& one : defaults)
    if (one.first >= out.size()) out.push_back(std::move(one.second));
  return out;
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
