// Forward-mode differentiation: the tangent of a dual tensor, and the level during which it is valid. The value of a
// dual tensor is called its primal.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/core/memory/thread_state.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// A tangent of forward mode. It becomes invalid when the level is closed, or when the primal is written without its
// tangent. The tangent therefore stores the number of the opening, and the primal's version.
struct Tangent {
  at::Tensor value;
  std::uint64_t opening = 0;
  std::uint32_t version = 0;
};

// The number of the present opening of level 0, or 0 while the level is closed. All threads share it, as in libtorch.
extern std::atomic<std::uint64_t> open_level;

// Returns whether operators must look for tangents: the level is open and the thread's forward-grad mode is on (rules
// G1 and G2).
inline bool in_forward_mode() { return open_level.load(std::memory_order_relaxed) != 0 && thread_state.forward_grad; }

// Returns the tensor's tangent, or an undefined tensor if the tensor is no dual tensor of the open level. Raises
// Unsupported if the primal was written without its tangent: through an alias, below Autograd, or with forward-grad
// mode off.
at::Tensor tangent_of(const at::Tensor& tensor);

// Sets the tensor's tangent. An undefined tangent removes the present one.
void set_tangent(const at::Tensor& tensor, at::Tensor tangent);

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Opens and closes the only level of forward mode, number 0. Closing the level removes all tangents.
struct ForwardADLevel {
  // Opens the level and returns its number, which is 0. Raises Unsupported if the level is already open, because levels
  // cannot be nested.
  static std::uint64_t get_next_idx();
  // Closes the level. Raises an Argument error if the level `idx` is not open.
  static void release_idx(std::uint64_t idx);
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
