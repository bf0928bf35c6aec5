// Counts the nodes of autograd graphs.
#pragma once

#include <torch/script.h>

#include <cstddef>
#include <vector>

namespace modecheck::audit {

// Returns how many nodes can be reached from the tensors, with those that accumulate gradients in leaves.
std::size_t graph_size(const std::vector<at::Tensor>& tensors);

}  // namespace modecheck::audit
