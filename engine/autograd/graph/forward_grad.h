// Forward-mode differentiation: what a dual tensor carries beside its value (the primal), and while which level is
// open.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/core/memory/thread_state.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// A tangent belongs to one opening of the level and to the primal's elements as they were when it was set.
struct Tangent {
  at::Tensor value;
  std::uint64_t opening = 0;
  std::uint32_t version = 0;
};

// Which opening of level 0 this is; 0 while it is closed. For all threads, as in libtorch.
extern std::atomic<std::uint64_t> open_level;

// Whether operators have to look for tangents: the level is open and the thread's forward-grad mode is on (G1, G2).
inline bool in_forward_mode() { return open_level.load(std::memory_order_relaxed) != 0 && thread_state.forward_grad; }

// Undefined if the tensor is no dual tensor of the open level. Raises Unsupported if the primal was written since
// without its tangent: through an alias, below Autograd, or with forward-grad mode off.
at::Tensor tangent_of(const at::Tensor& tensor);

// An undefined tangent takes it away.
void set_tangent(const at::Tensor& tensor, at::Tensor tangent);

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Opens and closes the one level there is: its number is 0. Closing it takes all tangents away.
struct ForwardADLevel {
  // Raises if the level is open: levels cannot be nested.
  static std::uint64_t get_next_idx();
  // Raises if it is not open.
  static void release_idx(std::uint64_t idx);
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
