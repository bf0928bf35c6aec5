// How a tracked view came to be, which decides whether it may be written in a recorded way (W1, W4).
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
  // Not libtorch's: a view that a custom operator without derivative made. What it would give its base's gradient
  // nobody said.
  NO_DERIVATIVE,
};

// W2: a view of a view.
constexpr CreationMeta propagate_creation_meta(CreationMeta previous, CreationMeta own) {
  if (own == CreationMeta::DEFAULT) return previous;
  if (previous == CreationMeta::INFERENCE_MODE) return previous;
  if (own == CreationMeta::MULTI_OUTPUT_NODE && previous == CreationMeta::NO_DERIVATIVE) return previous;
  return own;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
