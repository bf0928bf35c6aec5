// Says how a tracked view was created. This decides whether the view may be written while recording (rules W1 and W4).
#pragma once

#include <cstdint>

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

enum class CreationMeta : std::uint8_t {
  DEFAULT,
  IN_CUSTOM_FUNCTION,
  MULTI_OUTPUT_NODE,
  NO_GRAD_MODE,
  INFERENCE_MODE,
  // A custom operator without a derivative returned the view, so it is unknown how the view's gradient would reach the
  // base. libtorch has no such value.
  NO_DERIVATIVE,
};

// Returns the creation meta of a view of a view (rule W2). `previous` is the creation meta of the inner view. `own` is
// the creation meta that the same operator would give to a view of a base.
constexpr CreationMeta propagate_creation_meta(CreationMeta previous, CreationMeta own) {
  if (own == CreationMeta::DEFAULT) return previous;
  if (previous == CreationMeta::INFERENCE_MODE) return previous;
  if (own == CreationMeta::MULTI_OUTPUT_NODE && previous == CreationMeta::NO_DERIVATIVE) return previous;
  return own;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
